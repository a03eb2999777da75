// Decorators, which are shown an instance before anybody is given it.

extension Frame.Pointer {
    /// The decorator of the container whose factory was asked, or found by the runtime face.
    private func decorator(of registration: Registration) -> Resolver.Decorator? {
        Lock.held {
            let owner = foundOwner
            guard let key = owner.registry.declaredKey(of: registration) else {
                // Where an export forwards, a registration that was made before it has a key of the runtime face.
                return pointee.marks != 0 ? owner.decorator : nil
            }
            return withEnvironment { $0.container(of: key, in: owner).decorator }
        }
    }

    /// Shows an instance to those who decorate: what the call states, the container, and `Resolver.decorate`.
    ///
    /// The instance of a forward is another registration's: `Resolver.decorate` has seen it already, and it does not count as
    /// just made.
    func decorate(at address: UnsafeMutableRawPointer, isMade: Bool) {
        let registration = foundRegistration.object
        // A shared container is a declaration, too, but no service.
        if registration.key.isContainer { return }
        if pointee.thread.isOutOfStack {
            // The decorator asks for an instance that is there, which is shown to it, and so on.
            Failure.decoratedForEver(registration.key, pointee.location).trap()
        }
        let isForward = registration.isForward || pointee.marks & DeclarationMarks.isLegacy != 0
        let isNew = isMade && !isForward
        let type = registration.key.type
        pointee.duties.add(.isDecorating)
        defer { pointee.duties.remove(.isDecorating) }
        unsafe options?.decorate?(SeenInstance(address: address, type: type, isMade: isNew))
        if let decorator = decorator(of: registration) {
            decorator(unsafe anyValue(at: address, type), isNew)
        }
        if !isForward, let decorate = withEnvironment({ $0.setting { $0.decorate } }) {
            decorate(unsafe anyValue(at: address, type))
        }
    }
}

extension Engine {
    /// Shows a service that a typed factory passes on to the decorators of the factory: its own, and its container's.
    ///
    /// `Resolver.decorate` has seen the service already.
    package static func decorate<Service>(
        _ service: Service, _ stated: (@Sendable (SeenInstance) -> Void)?, in container: Resolver
    ) {
        let decorator = container.currentDecorator
        if stated == nil, decorator == nil { return }
        unsafe withUnsafePointer(to: service) {
            unsafe stated?(SeenInstance(address: UnsafeRawPointer($0), type: Service.self, isMade: false))
        }
        decorator?(service, false)
    }
}

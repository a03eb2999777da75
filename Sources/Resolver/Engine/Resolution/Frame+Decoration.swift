// Who is shown an instance before anybody is given it.

extension Frame.Pointer {
    /// The decorator of the container whose factory was asked, or found by the runtime face.
    private func decorator(of registration: Registration) -> Resolver.Decorator? {
        Lock.held {
            let owner = foundOwner
            guard let key = owner.registry.declaredKey(of: registration) else {
                // What was registered before an export that passes on has the runtime face's key.
                return pointee.marks != 0 ? owner.decorator : nil
            }
            return withEnvironment { $0.container(of: key, in: owner).decorator }
        }
    }

    /// Shows an instance to those who decorate: what the call states, the container, and `Resolver.decorate`.
    ///
    /// What only passes on gives an instance that the others have seen already.
    func decorate(at address: UnsafeMutableRawPointer, isMade: Bool) {
        let registration = foundRegistration.object
        // A shared container is a declaration, too, but no service.
        if registration.key.isContainer { return }
        if pointee.thread.isOutOfStack {
            // It asks for what is there already, and sees that, and so on.
            Failure.decoratedForEver(registration.key, pointee.location).trap()
        }
        let isForward = registration.isForward || pointee.marks & DeclarationMarks.isLegacy != 0
        let isNew = isMade && !isForward
        let type = registration.key.type
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
    /// Shows what a typed factory passes on to those who decorate it: what is stated for the call, and its container.
    ///
    /// `Resolver.decorate` has seen it.
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

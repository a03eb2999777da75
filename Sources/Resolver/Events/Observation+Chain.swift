// The chain of services that are being made, as observers see it.

extension ThreadState.Pointer {
    /// The services that are being made on this thread, and those of the asynchronous construction around them.
    ///
    /// The innermost is first. Shared containers are left out, and so is everything around a preparation.
    var observedLinks: [ServiceLink] {
        let prepared = pointee.pendingEvents?.prepared
        let links = (pointee.top?.frames ?? []).prefix { $0 != prepared?.top }.compactMap { frame -> ServiceLink? in
            guard let registration = frame.pointee.registration?.object,
                !registration.key.isContainer
            else { return nil }
            return ServiceLink(
                service: ObservedService(registration, frame.lifetime),
                location: frame.pointee.location)
        }
        guard prepared == nil, let construction = TaskState.construction else { return links }
        return links + construction.observedLinks
    }
}

extension PendingEvents {
    /// Notes a need's span with the service that needed it: the innermost on this thread, or else an asynchronous one.
    func addNeed(_ span: Range<UInt64>) {
        if let asker = open.indices.last {
            open[asker].needs.add(span)
        } else {
            TaskState.construction?.ask.addNeed(span)
        }
    }
}

extension AsyncConstruction {
    /// The chain as observers see it, the innermost first.
    var observedLinks: [ServiceLink] {
        all.map {
            ServiceLink(
                service: ObservedService($0.ask.registration, $0.ask.scope.lifetime), location: $0.ask.location)
        }
    }
}

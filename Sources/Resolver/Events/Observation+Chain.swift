// What is being made, as observers see it.

extension ThreadState.Pointer {
    /// What is being made on this thread, and asynchronously before, the innermost first, without shared containers.
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
    /// Notes when something was needed by what is being made, on this thread or else asynchronously.
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

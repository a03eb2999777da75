/// What the copies of a lazy wrapper share: the service, once it is resolved.
///
/// The service may be set and released at any moment, so it is read as a kept instance is.
@usableFromInline
@safe
package final class LazyValue: @unchecked Sendable {
    // Sound because the cell guards itself. The service is as safe to share as the program makes it; a wrapper is Sendable
    // only where its service is.

    private let cell = unsafe InstanceCell.make()

    @usableFromInline
    package init() {}

    deinit { unsafe cell.free() }

    /// What a read finds.
    @usableFromInline
    enum Content<Service> {
        case empty
        case value(Service)
        /// It was held weakly, and nobody holds it any more.
        case gone
    }

    @usableFromInline
    func read<Service>(as type: Service.Type) -> Content<Service> {
        let mark = unsafe ThreadState.current.pointee.mark
        unsafe mark.pointee.begin(cell.content)
        var content = Content<Service>.empty
        if let kept = unsafe InstanceCell.value(cell.content.loadInOrder())?._withUnsafeGuaranteedRef({ $0 }) {
            let address = unsafe kept.address.assumingMemoryBound(to: type)
            if !kept.isWeak {
                content = unsafe .value(address.pointee)
            } else if let object = kept.object {
                // The reference goes with the value's bits.
                _ = unsafe Unmanaged.passRetained(object)
                content = unsafe .value(address.move())
            } else {
                content = .gone
            }
        }
        unsafe mark.pointee.end()
        return content
    }

    /// The service, resolved at the first read by one thread; nil where it was held weakly and is gone.
    func value<Service>(
        of type: Service.Type, isWeak: Bool, at location: CodeLocation, resolve: () -> Service
    ) -> Service? {
        switch read(as: type) {
        case .value(let service): return service
        case .gone: return nil
        case .empty: break
        }
        // Its registration is none, and its type is that of what it is for; see `ChainLink.init(_:)`.
        var frame = unsafe Frame(argument: nil, type: type, at: location)
        return unsafe withUnsafeMutablePointer(to: &frame) { frame in
            let step = unsafe frame.begin(lazy: cell)
            switch step.kind {
            case .copy, .take: return unsafe Engine.copied(step, frame, as: type)
            case .make:
                let service = resolve()
                unsafe frame.keepLazy(KeptValue(service), isWeak: isWeak)
                return service
            default: return nil
            }
        }
    }

    /// Replaces the service, or drops it so that the next read resolves again.
    ///
    /// Who resolves it meanwhile does not undo this.
    func set<Service>(_ service: Service?, isWeak: Bool) {
        let value = service.map { KeptValue($0) }
        let kept = isWeak ? value?.weakCopy() : value
        Lock.changing { garbage in
            unsafe cell.empty(&garbage)
            if let kept { unsafe cell.content.exchange(InstanceCell.word(owning: kept)) }
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Begins the first read of a lazy wrapper.
    fileprivate func begin(lazy cell: InstanceCell.Pointer) -> Step {
        let thread = unsafe ThreadState.current
        unsafe pointee.thread = unsafe thread
        unsafe pointee.cell = unsafe cell
        if let step = unsafe claimOrCopy(cell, thread) { return step }
        unsafe thread.pointee.top = unsafe self
        return unsafe Step(.make)
    }

    /// Keeps the value of a lazy wrapper, and hands it to the threads that wait for it.
    fileprivate func keepLazy(_ value: KeptValue, isWeak: Bool) {
        let kept = isWeak ? value.weakCopy() : value
        if unsafe pointee.duties.contains(.keep), let cell = unsafe pointee.cell, let thread = unsafe pointee.thread {
            let own = UInt(bitPattern: self) | InstanceCell.isMaking
            Lock.held {
                let word = unsafe cell.content.load()
                if word & ~InstanceCell.isAwaited == own {
                    unsafe cell.content.exchange(kept.map { InstanceCell.word(owning: $0) } ?? 0)
                }
                if word != own { unsafe thread.end(UInt(bitPattern: self), with: .made(value)) }
            }
        }
        unsafe unlink()
    }
}

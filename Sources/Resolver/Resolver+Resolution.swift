extension Resolver {
    // MARK: - Resolve

    /// The service of a type from the root resolver.
    ///
    /// Traps if nothing is registered for it, if its factory returns nil or throws, or if it depends on itself.
    ///
    /// ```swift
    /// let client: any NetworkClient = Resolver.resolve()
    /// let server = Resolver.resolve((any Server).self, name: "production")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @inlinable
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.resolved(type, name: name, arguments: nil, site: CallSite(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, given arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @inlinable
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe withUnsafePointer(to: args) { arguments -> Service in
            unsafe Engine.resolved(type, name: name, arguments: arguments, site: CallSite(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children.
    ///
    /// Traps if nothing is registered for it, if its factory returns nil or throws, or if it depends on itself.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @inlinable
    public final func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.resolved(type, name: name, arguments: nil, site: CallSite(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @inlinable
    public final func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe withUnsafePointer(to: args) { arguments -> Service in
            unsafe Engine.resolved(type, name: name, arguments: arguments, site: CallSite(file, line), asked: self)
        }
    }

    // MARK: - Optional

    /// The service of a type from the root resolver, or nil if nothing is registered for it or its factory returns nil.
    ///
    /// Only that is answered with nil: where something the service needs is missing, or a factory throws, it traps as
    /// `resolve` does.
    ///
    /// ```swift
    /// if let analytics = Resolver.optional((any Analytics).self) { analytics.track("launch") }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.optional(type, name: name, arguments: nil, site: CallSite(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, given arguments, or nil if nothing is registered for it or its factory returns nil.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe withUnsafePointer(to: args) { arguments -> Service? in
            unsafe Engine.optional(type, name: name, arguments: arguments, site: CallSite(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children, or nil if nothing is registered for it or its factory returns nil.
    ///
    /// Only that is answered with nil: where something the service needs is missing, or a factory throws, it traps as
    /// `resolve` does.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public final func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.optional(type, name: name, arguments: nil, site: CallSite(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments, or nil if nothing is registered for it or its factory returns nil.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public final func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe withUnsafePointer(to: args) { arguments -> Service? in
            unsafe Engine.optional(type, name: name, arguments: arguments, site: CallSite(file, line), asked: self)
        }
    }

    // MARK: - Require

    /// The service of a type from the root resolver, or an error that says why there is none.
    ///
    /// For services whose making can fail. A failure is not cached: the next call tries anew. Inside a factory, use it
    /// for what may throw, as `resolve` traps there. A cycle traps here, too.
    ///
    /// ```swift
    /// Resolver.register { try Database(path: path) }.scope(.application)
    /// do {
    ///     let database = try Resolver.require(Database.self)
    /// } catch {
    ///     print(error)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, or the factory throws or returns nil.
    @inlinable
    public static func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.required(type, name: name, arguments: nil, site: CallSite(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, or an error that says why there is none, given arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, or the factory throws or returns nil.
    @inlinable
    public static func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe withUnsafePointer(to: args) { arguments throws(ResolutionError) -> Service in
            try unsafe Engine.required(type, name: name, arguments: arguments, site: CallSite(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children, or an error that says why there is none.
    ///
    /// For services whose making can fail. A failure is not cached: the next call tries anew. Inside a factory, use it
    /// for what may throw, as `resolve` traps there. A cycle traps here, too.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, or the factory throws or returns nil.
    @inlinable
    public final func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.required(type, name: name, arguments: nil, site: CallSite(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments, or an error that says why there is none.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, or the factory throws or returns nil.
    @inlinable
    public final func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe withUnsafePointer(to: args) { arguments throws(ResolutionError) -> Service in
            try unsafe Engine.required(type, name: name, arguments: arguments, site: CallSite(file, line), asked: self)
        }
    }

    // MARK: - All

    /// Every service registered for a type, named and unnamed, from the root resolver and its children.
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The services, in the order they were registered.
    public static func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        Engine.all(type, site: CallSite(file, line), asked: nil)
    }

    /// Every service registered for a type, named and unnamed, in this resolver and its children.
    ///
    /// Factories that return nil and those that take arguments are left out; an instance that is registered under
    /// several names with `implements` is given once.
    ///
    /// ```swift
    /// for plugin in resolver.all((any Plugin).self) { plugin.start() }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The services' type.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The services, in the order they were registered.
    public final func all<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line
    ) -> [Service] {
        Engine.all(type, site: CallSite(file, line), asked: self)
    }
}

// MARK: - The exact types of Resolver 1.5.1

// For protocols that `Resolver` is made to conform to, and for function values. They carry no call site.
extension Resolver {
    /// The service of a type, from the root resolver.
    @_disfavoredOverload
    public static func resolve<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service {
        resolve(type, name: name, args: args, file: "", line: 0)
    }

    /// The service of a type, from this resolver or its children.
    @_disfavoredOverload
    public final func resolve<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service {
        resolve(type, name: name, args: args, file: "", line: 0)
    }

    /// The service of a type, from the root resolver, or nil.
    @_disfavoredOverload
    public static func optional<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service? {
        optional(type, name: name, args: args, file: "", line: 0)
    }

    /// The service of a type, from this resolver or its children, or nil.
    @_disfavoredOverload
    public final func optional<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service? {
        optional(type, name: name, args: args, file: "", line: 0)
    }
}

// MARK: - What each call does with the outcome

extension Engine {
    @inlinable @inline(__always)
    static func resolved<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service {
        do throws(ResolutionError) {
            return try unsafe required(type, name: name, arguments: arguments, site: site, asked: asked)
        } catch {
            trap(error)
        }
    }

    @inlinable @inline(__always)
    static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        if let service = try unsafe value(
            type, name: name, arguments: arguments, site: site, asked: asked, isOptional: false)
        {
            return service
        }
        throw returnedNil(type, name: name, site: site, asked: asked)
    }

    @inlinable @inline(__always)
    static func optional<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) -> Service? {
        do throws(ResolutionError) {
            return try unsafe value(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: true)
        } catch {
            trap(error)
        }
    }

    /// What a lookup that found nothing comes to.
    @usableFromInline @inline(never)
    static func missing<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        in resolver: Unmanaged<Resolver>, sandbox: Sandbox?, isOptional: Bool, on thread: ThreadState.Pointer
    ) throws(ResolutionError) -> Service? {
        let sandbox = sandbox ?? .process
        if sandbox.runUnseenHook() {
            return unsafe try value(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: isOptional)
        }
        if let optional = type as? any OptionalService.Type {
            return unsafe try optional.resolve(name: name, arguments: arguments, site: site, asked: asked) as? Service
        }
        if isOptional { return nil }
        let key = ServiceKey(type, name: name)
        throw unsafe resolver._withUnsafeGuaranteedRef { resolver in
            unsafe ResolutionError(
                .missing, key: key, site: site, chain: chain(from: thread.pointee.top),
                nearMisses: NearMiss.all(for: key, in: resolver, sandbox: sandbox),
                mayHaveUnseenHook: sandbox.mayHaveUnseenHook)
        }
    }

    @usableFromInline @inline(never)
    static func returnedNil<Service>(
        _ type: Service.Type, name: Resolver.Name?, site: CallSite, asked: Resolver?
    ) -> ResolutionError {
        let key = ServiceKey(type, name: name)
        let registered = NearMiss.registrationSite(of: key, in: asked ?? Sandbox.active.root)
        return unsafe ResolutionError(
            .returnedNil, key: key, site: site, chain: chain(from: ThreadState.current.pointee.top),
            registered: registered)
    }

    /// What a factory that threw comes to: the error of the service it is about.
    @usableFromInline @inline(never)
    static func failure(
        of registration: Registration, error: any Error, on thread: ThreadState.Pointer
    ) -> ResolutionError {
        if let error = error as? ResolutionError { return error }
        let chain = unsafe chain(from: thread.pointee.top)
        return ResolutionError(
            .factoryThrew(error), key: registration.key, site: chain.first?.site ?? .unknown,
            chain: Array(chain.dropFirst()), registered: registration.site)
    }

    @usableFromInline @inline(never)
    static func trap(_ error: ResolutionError) -> Never { Failure.unresolved(error).trap() }

    // MARK: - All

    static func all<Service>(_ type: Service.Type, site: CallSite, asked: Resolver?) -> [Service] {
        let sandbox = Sandbox.prepared()
        let resolver = asked ?? sandbox.root
        var registrations: [(owner: Resolver, registration: Registration)] = []
        collect(type, in: resolver, sandbox: sandbox, into: &registrations)
        registrations.sort { $0.registration.id < $1.registration.id }
        var given: Set<ObjectIdentifier> = []
        return registrations.compactMap { owner, registration -> Service? in
            let represented = locked { registration.represented(in: owner) }
            guard given.insert(ObjectIdentifier(represented)).inserted else { return nil }
            do throws(ResolutionError) {
                return try unsafe instance(
                    type, of: Unmanaged.passUnretained(registration), arguments: nil, site: site,
                    in: Unmanaged.passUnretained(resolver), limit: UInt(depthLimit), sandbox: sandbox,
                    on: ThreadState.current)
            } catch {
                trap(error)
            }
        }
    }

    private static func collect(
        _ type: Any.Type, in resolver: Resolver, sandbox: Sandbox,
        into registrations: inout [(owner: Resolver, registration: Registration)], path: [Resolver] = []
    ) {
        let own = locked { 
            resolver.registry.slots.compactMap { $0.key.type == type && $0.key.place == nil ? $0.registration : nil }
        }
        for registration in own where !registration.takesArguments {
            guard !registrations.contains(where: { $0.registration === registration }) else { continue }
            registrations.append((resolver, registration))
        }
        for child in resolver.children(in: sandbox) where child !== resolver && !path.contains(where: { $0 === child })
        {
            collect(type, in: child, sandbox: sandbox, into: &registrations, path: path + [resolver])
        }
    }
}

/// An optional type, whose service is the one of the type it wraps.
protocol OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any

    /// The key's type and the factory for what is registered under an optional type.
    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> (type: Any.Type, factory: AnyFactory)
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any {
        unsafe try Engine.value(
            Wrapped.self, name: name, arguments: arguments, site: site, asked: asked, isOptional: true) as Any
    }

    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> (type: Any.Type, factory: AnyFactory) {
        let make = unsafe factory.make
        let unwrapped = unsafe TypedFactory<Wrapped> { resolver, arguments in
            unsafe try make(resolver, arguments).flatMap { $0 as? Wrapped }
        }
        guard let nested = Wrapped.self as? any OptionalService.Type else { return (Wrapped.self, unwrapped) }
        return nested.unwrapping(unwrapped)
    }
}

extension Resolver {
    // MARK: - Resolve

    /// The service of a type from the root resolver.
    ///
    /// Traps if nothing is registered for the service, if its factory returns nil or throws, if the service depends on itself,
    /// is made asynchronously or was closed. If it belongs to the run of a ``TaskScope``, it traps outside of such a run, and
    /// where a service that lives longer asks for it.
    ///
    /// ```swift
    /// let client: any NetworkClient = Resolver.resolve()
    /// let server = Resolver.resolve((any Server).self, name: "production")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.resolved(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, given arguments.
    ///
    /// Traps for the reasons for which `resolve` without arguments traps, and for an argument of the wrong type.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    @inlinable
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.withArguments(args) { arguments -> Service in
            unsafe Engine.resolved(type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children.
    ///
    /// Traps if nothing is registered for the service, if its factory returns nil or throws, if the service depends on itself,
    /// is made asynchronously or was closed. If it belongs to the run of a ``TaskScope``, it traps outside of such a run, and
    /// where a service that lives longer asks for it.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    public final func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.resolved(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments.
    ///
    /// Traps for the reasons for which `resolve` without arguments traps, and for an argument of the wrong type.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    @inlinable
    public final func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        unsafe Engine.withArguments(args) { arguments -> Service in
            unsafe Engine.resolved(type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: self)
        }
    }

    // MARK: - Optional

    /// The service of a type from the root resolver, or nil if nothing is registered for it or its factory returns nil.
    ///
    /// It is also nil if the service that `implements` registers for the type does not conform to it. All other failures trap,
    /// as with `resolve`: for instance, if a service that this one needs is missing, or if a factory throws.
    ///
    /// ```swift
    /// if let analytics = Resolver.optional((any Analytics).self) { analytics.track("launch") }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service, or nil.
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.optional(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, given arguments, or nil if nothing is registered for it or its
    /// factory returns nil.
    ///
    /// As without arguments, only absence gives nil; all other failures trap.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.withArguments(args) { arguments -> Service? in
            unsafe Engine.optional(type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children, or nil if nothing is registered for it or its factory
    /// returns nil.
    ///
    /// It is also nil if the service that `implements` registers for the type does not conform to it. All other failures trap,
    /// as with `resolve`: for instance, if a service that this one needs is missing, or if a factory throws.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service, or nil.
    public final func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.optional(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments, or nil if nothing is registered for
    /// it or its factory returns nil.
    ///
    /// As without arguments, only absence gives nil; all other failures trap.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service, or nil.
    @inlinable
    public final func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        unsafe Engine.withArguments(args) { arguments -> Service? in
            unsafe Engine.optional(type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: self)
        }
    }

    // MARK: - Require

    /// The service of a type from the root resolver, or an error that says why there is none.
    ///
    /// Use it for services whose factories can fail. A failure is not cached: the next call tries again. Inside a factory, use
    /// it for services that may throw, as `resolve` would trap. A cycle traps here, too; so does an exported synchronous
    /// `required()` factory to which nothing is bound.
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
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   made asynchronously, was closed, or is asked for outside of its run or by a service that lives longer than the run.
    public static func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.required(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, or an error that says why there is none, given arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   made asynchronously, was closed, or is asked for outside of its run or by a service that lives longer than the run.
    @inlinable
    public static func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.withArguments(args) { arguments throws(ResolutionError) -> Service in
            try unsafe Engine.required(type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: nil)
        }
    }

    /// The service of a type from this resolver or its children, or an error that says why there is none.
    ///
    /// Use it for services whose factories can fail. A failure is not cached: the next call tries again. Inside a factory, use
    /// it for services that may throw, as `resolve` would trap. A cycle traps here, too; so does an exported synchronous
    /// `required()` factory to which nothing is bound.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   made asynchronously, was closed, or is asked for outside of its run or by a service that lives longer than the run.
    public final func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.required(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: self)
    }

    /// The service of a type from this resolver or its children, given arguments, or an error that says why there is
    /// none.
    ///
    /// - Parameters:
    ///   - type: The service's type; for `T?`, the service that is registered for `T`, or nil if there is none.
    ///   - name: The name that the service is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   made asynchronously, was closed, or is asked for outside of its run or by a service that lives longer than the run.
    @inlinable
    public final func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any?, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.withArguments(args) { arguments throws(ResolutionError) -> Service in
            try unsafe Engine.required(
                type, name: name, arguments: arguments, at: CodeLocation(file, line), asked: self)
        }
    }
}

// MARK: - The exact types of Resolver 1.5.1

// For protocols to which a program makes `Resolver` conform, and for function values. These forms know no call site.
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

extension Resolver {
    // MARK: - Resolve

    /// The service of a type from the root resolver.
    ///
    /// Traps if nothing is registered for it, if its factory returns nil or throws, if it depends on itself, and if it is
    /// asynchronous, closed, outside of its run or captive.
    ///
    /// ```swift
    /// let client: any NetworkClient = Resolver.resolve()
    /// let server = Resolver.resolve((any Server).self, name: "production")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// Traps as `resolve` without arguments does, and for an argument of the wrong type.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// Traps if nothing is registered for it, if its factory returns nil or throws, if it depends on itself, and if it is
    /// asynchronous, closed, outside of its run or captive.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// Traps as `resolve` without arguments does, and for an argument of the wrong type.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// So it does where what `implements` registers does not implement the type. All else traps as `resolve` does: what the
    /// service needs is missing, a factory throws, or it is asynchronous, closed, outside of its run or captive.
    ///
    /// ```swift
    /// if let analytics = Resolver.optional((any Analytics).self) { analytics.track("launch") }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// Only absence is nil, as without arguments; all else traps.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// So it does where what `implements` registers does not implement the type. All else traps as `resolve` does: what the
    /// service needs is missing, a factory throws, or it is asynchronous, closed, outside of its run or captive.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    /// Only absence is nil, as without arguments; all else traps.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
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
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   asynchronous, closed, outside of its run or captive.
    public static func require<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try unsafe Engine.required(type, name: name, arguments: nil, at: CodeLocation(file, line), asked: nil)
    }

    /// The service of a type from the root resolver, or an error that says why there is none, given arguments.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   asynchronous, closed, outside of its run or captive.
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
    /// For services whose making can fail. A failure is not cached: the next call tries anew. Inside a factory, use it
    /// for what may throw, as `resolve` traps there. A cycle traps here, too.
    ///
    /// - Parameters:
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   asynchronous, closed, outside of its run or captive.
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
    ///   - type: The service's type; `T?` finds what is registered for `T`, and nil where there is nothing.
    ///   - name: The name it is registered under.
    ///   - args: What the factory is given as ``Resolver/Args``: one argument, or a dictionary of several.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: A ``ResolutionError`` if nothing is registered, if the factory throws or returns nil, or if the service is
    ///   asynchronous, closed, outside of its run or captive.
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

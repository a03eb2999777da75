#if canImport(SwiftUI) && canImport(Combine)
public import Combine
public import SwiftUI

/// An observable object that is resolved when the view that has the property is made, and that the view observes.
///
/// ```swift
/// struct HomeView: View {
///     @InjectedObject var model: HomeModel
/// }
/// ```
///
/// The view observes the object, and does not own it: give the object a scope that keeps it. If the object cannot be resolved,
/// making the wrapper traps, as `Resolver.resolve` does.
@propertyWrapper
@MainActor @preconcurrency
public struct InjectedObject<Service: ObservableObject>: DynamicProperty {
    @ObservedObject private var service: Service

    /// Resolves the object from the root resolver.
    ///
    /// - Parameters:
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        self.init(name: nil, container: nil, file: file, line: line)
    }

    /// Resolves the object under a name, from a resolver or from the root.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver to ask; if nil, the root resolver.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        name: Resolver.Name? = nil, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        service = unsafe Engine.resolved(
            Service.self, name: name, arguments: nil, at: CodeLocation(file, line), asked: container)
    }

    /// Resolves the object; the exact type of Resolver 1.5.1, for function values and protocols.
    @_disfavoredOverload
    public init() {
        self.init(name: nil, container: nil, file: "", line: 0)
    }

    /// Resolves the object; the exact type of Resolver 1.5.1, for function values.
    @_disfavoredOverload
    public init(name: Resolver.Name?, container: Resolver?) {
        self.init(name: name, container: container, file: "", line: 0)
    }

    /// Resolves the object under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public init(
        name: String?, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(name: Resolver.Name.name(fromString: name), container: container, file: file, line: line)
    }

    /// Holds an object that was resolved elsewhere.
    package init(resolved service: Service) { self.service = service }

    /// The object.
    public var wrappedValue: Service {
        get { service }
        mutating set { service = newValue }
    }

    /// Bindings to the object's properties.
    public var projectedValue: ObservedObject<Service>.Wrapper { $service }
}
#endif

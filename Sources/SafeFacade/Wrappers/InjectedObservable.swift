#if canImport(SwiftUI) && canImport(Observation)
public import Observation
public import SwiftUI

/// An `Observable` object that is resolved when the view first needs it, and kept for as long as the view has its identity.
///
/// ```swift
/// struct HomeView: View {
///     @InjectedObservable(\.homeModel) var model
/// }
/// ```
///
/// That first use traps if a call of the factory would trap.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@propertyWrapper
@MainActor
public struct InjectedObservable<Service: AnyObject & Observable>: DynamicProperty {
    /// Resolves the object once, however often SwiftUI makes the view's value.
    private final class Source {
        private enum Content {
            case resolves(@MainActor () -> Service)
            case resolved(Service)
        }
        private var content: Content

        init(_ resolve: @escaping @MainActor () -> Service) { content = .resolves(resolve) }

        @MainActor var service: Service {
            switch content {
            case .resolved(let service): return service
            case .resolves(let resolve):
                let service = resolve()
                content = .resolved(service)
                return service
            }
        }
    }

    @State private var source: Source

    /// Resolves the object with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = Container.shared[keyPath: factory]
        self.init(resolving: { factory(file: file, line: line) })
    }

    /// Resolves the object with a main actor's factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: KeyPath<Container, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = Container.shared[keyPath: factory]
        self.init(resolving: { factory(file: file, line: line) })
    }

    /// Resolves the object with a factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = C.shared[keyPath: factory]
        self.init(resolving: { factory(file: file, line: line) })
    }

    /// Resolves the object with a main actor's factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = C.shared[keyPath: factory]
        self.init(resolving: { factory(file: file, line: line) })
    }

    private init(resolving resolve: @escaping @MainActor () -> Service) {
        let sandbox = SandboxContext.current
        _source = State(initialValue: Source { sandbox.run { resolve() } })
    }

    /// Makes the object when the view first needs it.
    ///
    /// - Parameter object: An expression that makes the object.
    public init(_ object: @autoclosure @escaping @MainActor () -> Service) {
        _source = State(initialValue: Source(object))
    }

    /// The object.
    public var wrappedValue: Service { source.service }

    /// Bindings to the object's properties.
    public var projectedValue: Bindable<Service> { Bindable(source.service) }
}
#endif

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of SwiftUI that the library and its clients use, for type-checking.

public import Combine
public import Observation

public protocol DynamicProperty {}

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a stub") }
}

public struct Text: View {
    public init(_ content: String) {}
    public var body: Never { fatalError("a stub") }
}

@propertyWrapper
public struct Binding<Value> {
    public var wrappedValue: Value {
        get { fatalError("a stub") }
        nonmutating set {}
    }

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
}

@propertyWrapper
@MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    @dynamicMemberLookup
    @MainActor @preconcurrency
    public struct Wrapper {
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            fatalError("a stub")
        }
    }

    public var wrappedValue: ObjectType
    public var projectedValue: Wrapper { Wrapper() }

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }
}

@propertyWrapper
@MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    public var wrappedValue: ObjectType { fatalError("a stub") }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { ObservedObject<ObjectType>.Wrapper() }

    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public var wrappedValue: Value {
        get { fatalError("a stub") }
        nonmutating set {}
    }

    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }

    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError("a stub")
    }
}

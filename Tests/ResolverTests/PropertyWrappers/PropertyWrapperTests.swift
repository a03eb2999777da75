import Resolver
import Testing

@Suite struct PropertyWrapperTests {
    final class Model {
        @Injected var engine: any Motor
        @Injected(name: "fast") var fast: any Motor
        @OptionalInjected var radio: Radio?
        @OptionalInjected(name: "absent") var absent: Radio?
    }

    @Test func servicesAreInjectedWhenTheObjectIsMade() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() as any Motor }
            Resolver.register(name: "fast") { Electric() as any Motor }
            Resolver.register { Radio() }
            let model = Model()
            #expect(model.engine is Petrol)
            #expect(model.fast is Electric)
            #expect(model.radio?.station == "classic")
            #expect(model.absent == nil)
            model.engine = Electric()
            #expect(model.engine is Electric)
        }
    }

    @Test("own defect D196: the wrappers' plain initialisers are function values, and a protocol's")
    func plainInitialisers() {
        withSandbox(.fresh) {
            Resolver.register { Radio() }
            let made: () -> Injected<Radio> = Injected.init
            let lazy: () -> LazyInjected<Radio> = LazyInjected.init
            let weak: () -> WeakLazyInjected<Radio> = WeakLazyInjected.init
            let optional: () -> OptionalInjected<Radio> = OptionalInjected.init
            #expect(made().wrappedValue.station == "classic")
            #expect(lazy().wrappedValue.station == "classic")
            #expect(weak().wrappedValue?.station == "classic")
            #expect(optional().wrappedValue?.station == "classic")
            func blank<Wrapper: Blank>(_: Wrapper.Type) -> Wrapper { Wrapper() }
            #expect(blank(Injected<Radio>.self).wrappedValue.station == "classic")
        }
    }

    @Test func aContainerAloneIsAsked() {
        struct Model {
            @Injected(container: container) var engine: any Motor
            @OptionalInjected(container: container) var radio: Radio?
            @LazyInjected(container: container) var lazy: any Motor
            nonisolated(unsafe) static var container = Resolver()
        }
        withSandbox(.fresh) {
            Resolver.register { Radio() }
            Model.container.register { Petrol() as any Motor }
            let model = Model()
            #expect(model.engine is Petrol)
            #expect(model.radio == nil)
            #expect(model.lazy is Petrol)
        }
    }

    @Test("Defect 24: an optional wrapper with a container asks that container alone")
    func defect24() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let container = Resolver()
            #expect(OptionalInjected<Petrol>(container: container).wrappedValue == nil)
            #expect(OptionalInjected<Petrol>(name: "x", container: container).wrappedValue == nil)
            #expect(OptionalInjected<Petrol>().wrappedValue != nil)
            // The container's children belong to it.
            let petrol = Petrol(cylinders: 1)
            container.add(child: Resolver())
            let child = Resolver()
            child.register { petrol }
            container.add(child: child)
            #expect(OptionalInjected<Petrol>(container: container).wrappedValue === petrol)
            #expect(Resolver.optional(Petrol.self) !== petrol)
        }
    }

    @Test func wrappersJoinTheGraphTheyAreMadeIn() {
        final class Pair {
            @Injected var first: Petrol
            @Injected var second: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            Resolver.register { Pair() }
            let pair = Resolver.resolve(Pair.self)
            #expect(pair.first === pair.second)
        }
    }
}

private protocol Blank { init() }
extension Injected: Blank {}
extension LazyInjected: Blank {}

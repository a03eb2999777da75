import Resolver
import SafeFacade
import TestSupport
import Testing

// Where a factory is declared. Declarations of one type on one line are told apart by their columns.

// swift-format-ignore
extension Container {
    fileprivate var leftOfLine: Factory<Int> { self { 1 }.cached }; fileprivate var rightOfLine: Factory<Int> { self { 2 }.cached }
}

// swift-format-ignore
extension Injections {
    fileprivate var pair: [Network] { [application(Network(host: "a")), application(Network(host: "b"))] }
}

/// A factory in one of the forms of declaring, and the line on which it stands.
private struct Declared {
    let line: Int
    let factory: any ServiceDeclaration

    init(_ factory: any ServiceDeclaration, line: Int = #line) { (self.line, self.factory) = (line, factory) }
}

private final class Box: FactoryContainer {
    let manager = ContainerManager()
}

private func declarations(_ box: Box, _ shared: Container) -> [Declared] {
    [
        Declared(Factory { Thing() }),
        Declared(ParameterFactory { (_: Int) in Thing() }),
        Declared(MainActorFactory { Screen() }),
        Declared(MainActorParameterFactory { (_: Int) in Screen() }),
        Declared(AsyncFactory { Thing() }),
        Declared(AsyncParameterFactory { (_: Int) in Thing() }),
        Declared(Factory(scope: .cached) { Thing() }),

        Declared(box { Thing() } as Factory<Thing>),
        Declared(box { _ in Thing() } as Factory<Thing>),
        Declared(box { _ in Thing() } as ParameterFactory<Int, Thing>),
        Declared(box { _, _ in Thing() } as ParameterFactory<Int, Thing>),
        Declared(box { Screen() } as MainActorFactory<Screen>),
        Declared(box { _ in Screen() } as MainActorFactory<Screen>),
        Declared(box { _ in Screen() } as MainActorParameterFactory<Int, Screen>),
        Declared(box { _, _ in Screen() } as MainActorParameterFactory<Int, Screen>),
        Declared(box { Thing() } as AsyncFactory<Thing>),
        Declared(box { _ in Thing() } as AsyncFactory<Thing>),
        Declared(box { _ in Thing() } as AsyncParameterFactory<Int, Thing>),
        Declared(box { _, _ in Thing() } as AsyncParameterFactory<Int, Thing>),

        Declared(shared { _ in Thing() } as Factory<Thing>),
        Declared(shared { _, _ in Thing() } as ParameterFactory<Int, Thing>),
        Declared(shared { _ in Screen() } as MainActorFactory<Screen>),
        Declared(shared { _, _ in Screen() } as MainActorParameterFactory<Int, Screen>),
        Declared(shared { _ in Thing() } as AsyncFactory<Thing>),
        Declared(shared { _, _ in Thing() } as AsyncParameterFactory<Int, Thing>),
    ]
}

@Suite(.inFreshSandbox) struct PlaceTests {
    @Test func everyFormOfDeclaringTellsItsPlace() {
        for declared in declarations(Box(), .shared) {
            let place = declared.factory.key.declared?.description
            #expect(place == "SafeFacadeTests/PlaceTests.swift:\(declared.line)")
        }
    }

    @Test func declarationsOnOneLineAreTwo() {
        #expect(Container.shared.leftOfLine() == 1)
        #expect(Container.shared.rightOfLine() == 2)
        Container.shared.leftOfLine.register { 3 }
        #expect(Container.shared.leftOfLine() == 3)
        #expect(Container.shared.rightOfLine() == 2)
    }

    @Test func plainPropertiesOnOneLineAreTwo() {
        #expect(Injections().pair.map(\.host) == ["a", "b"])
    }

    @Test func placesWhoseFilesAreTwoCopiesOfOneTextAreEqual() {
        let place = CodeLocation("App/Main.swift", 1)
        func copy(_ file: String, _ line: UInt, _ body: (CodeLocation) -> Void) {
            Array("\(file)\0".utf8).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { body(CodeLocation(filePointer: $0, line: line)) }
            }
        }
        copy("App/Main.swift", 1) { other in
            #expect(other == place)
            #expect(other.hashValue == place.hashValue)
        }
        copy("App/Main.swift", 2) { #expect($0 != place) }
        copy("App/Main.swif", 1) { #expect($0 != place) }
        copy("App/Main.swift2", 1) { #expect($0 != place) }
    }
}

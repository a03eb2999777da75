import Resolver

enum Feature {
    final class ViewModel { let title = "feature" }
    struct Screen {
        let model: ViewModel = Resolver.resolve()
        @Injected private var other: Other.ViewModel
        var text: String { model.title + " " + other.title }
    }
}
enum Other { final class ViewModel { let title = "other" } }
private final class Secret { let text = "secret" }
private struct Keeper { @Injected var secret: Secret }

struct Box<Value> { let value: Value }
typealias Numbers = Box<Int>
protocol A { var a: Int { get } }
protocol B { var b: Int { get } }
struct AB: A, B { let a = 1, b = 2 }

final class Base { let name: String; init(name: String) { self.name = name } }

func make<Service>(_ type: Service.Type = Service.self) -> Service { Resolver.resolve() }

extension Resolver: ResolverRegistering {
    private struct Local { let text = "local" }

    public static func registerAllServices() {
        register { Feature.ViewModel() }
        register { Other.ViewModel() }
        register { Secret() }
        register { Box<Int>(value: 3) }
        register { Box(value: "inferred") }
        register { AB() as A & B }
        register { ["one", "two"] as [String] }
        register { { 5 } as () -> Int }
        register { Local().text }
        register { Base(name: "base") }
        register { .init(name: "implicit") as Base }
    }
}

print(Feature.Screen().text, Keeper().secret.text)
print(Resolver.resolve(Numbers.self).value, Resolver.resolve(Box<String>.self).value)
let both: A & B = Resolver.resolve()
print(both.a + both.b, Resolver.resolve([String].self), Resolver.resolve((() -> Int).self)())
print(Resolver.resolve(String.self), make(Base.self).name)

struct Page<Model> {
    let model: Model
    init(model: Model) { self.model = model }
}
print(Page<Feature.ViewModel>(model: Resolver.resolve()).model.title)

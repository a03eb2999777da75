import Foundation
import Resolver

// Services whose types and initialisers are another library's, so that these sources do not show whether they fail.

protocol Counting: AnyObject {
    var total: Int64 { get }
}

extension Progress: Counting {
    var total: Int64 { totalUnitCount }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Progress(totalUnitCount: 3) }
            .implements(Counting.self)
            .scope(.application)
        register(name: "background") { DispatchQueue.global() }
        register(JSONDecoder.self, factory: {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        })
        register(JSONEncoder.self) {
            do {
                try check()
            } catch {
                print(error)
            }
            return JSONEncoder()
        }
        register { Scanner(string: "42") }
    }
}

struct Unwell: Error {}

func check() throws { throw Unwell() }

struct Message: Codable {
    let fullText: String
}

final class Model {
    @Injected var progress: Progress
    @LazyInjected var scanner: Scanner
    private let counting: Counting
    private let decoder: JSONDecoder = Resolver.resolve()
    private let encoder: JSONEncoder
    private let background: DispatchQueue

    init(
        counting: Counting = Resolver.resolve(), encoder: JSONEncoder = Resolver.resolve(),
        background: DispatchQueue = Resolver.resolve(name: "background")
    ) {
        self.counting = counting
        self.encoder = encoder
        self.background = background
    }

    func show() throws {
        let message = try decoder.decode(Message.self, from: Data(#"{"full_text": "Hello"}"#.utf8))
        print(message.fullText, try encoder.encode(message).count, counting === progress, counting.total)
        print(background.sync { scanner.string })
    }
}

try Model().show()

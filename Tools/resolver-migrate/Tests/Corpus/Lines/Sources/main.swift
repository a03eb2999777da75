import Foundation; import Resolver

struct Clock { let text = "clock" }
final class Counter { var count = 0 }
struct Reader { let text = "reader" }
struct Printer { let text = "printer" }

var isSetUp = false; var hooks = 0; var steps: [String] = []
func other(_ work: () -> Void) { work() }

extension Resolver.Name { static let used = Self("used"); static let gone = Self("gone") }

extension Resolver: ResolverRegistering { public static func registerAllServices() { registerParts(); Setup.run(); hooks += 1 } }
extension Resolver { static func registerParts() { register { Clock() }; register { Counter() }.scope(.application) } }

struct Setup {
    static func run() { steps.append("run"); Resolver.register { Reader() } }
    /* only here */ static func late(_ isLate: Bool) { if isLate { Resolver.register { Printer() } } else { steps.append("early") } }
}

Setup.late(false)
other { Resolver.register(name: .used) { Reader() }; isSetUp = true }
switch isSetUp { case true: steps.append("on"); case false: break }
let clock: Clock = Resolver.resolve(); let counter: Counter = Resolver.resolve()
counter.count += 1; let reader: Reader = Resolver.resolve(name: .used)
print(clock.text, counter.count, reader.text, Resolver.resolve(Reader.self).text, isSetUp, steps)
print(String(format: "%d", Resolver.resolve(Counter.self).count)); print(hooks)

import Resolver

let inbox = Inbox()
print(inbox.open())
print(Footer().text)
let screen: Screen = Resolver.resolve()
print("one session in a graph:", screen.isShared)
let first = Resolver.resolve(Loading.self)
let second = Resolver.resolve(Loading.self)
print("unique loaders:", first !== second)
print("one network:", Resolver.resolve(Network.self) === Resolver.resolve(Network.self))
print("one store:", Resolver.resolve(Store.self) === (Resolver.resolve(Reading.self) as AnyObject))
ResolverScope.cached.reset()
print("after a reset:", Resolver.resolve(Reading.self).read().isEmpty)

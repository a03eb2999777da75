import Forms
import OlderForms
import OwnInjected
import Resolver

check(languageMode == 6, "Forms are compiled in Swift 6 mode")
check(Resolver.resolve(Greeter.self).greeting == "Hello", "the hook ran at the first resolution")
check(hookRuns == 1, "a hook that resets everything runs once")
hookRuns = nil
checkAllForms()
checkOlderForms()
checkOwnInjected()
await checkConcurrentForms()
await checkResetsMeanwhile()
check(Resolver.resolve(Greeter.self).greeting == "Hello", "the hook ran again after Resolver.reset()")
print("\(passedChecks()) checks passed")

import Forms
import OlderForms
import OwnInjected
import Resolver

check(languageMode == 5, "Forms are compiled in Swift 5 mode")
check(Resolver.resolve(Greeter.self).greeting == "Hello", "the hook ran at the first resolution")
checkAllForms()
checkOlderForms()
checkOwnInjected()
checkMutableStatics()
check(Resolver.resolve(Greeter.self).greeting == "Hello", "the hook ran again after Resolver.reset()")
print("\(passedChecks()) checks passed")

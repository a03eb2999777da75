import Resolver

/// Checks every form, and begins each topic with an empty registry.
public func checkAllForms() {
    let topics = [
        checkRegistrationForms, checkFactoryForms, checkOptionForms, checkScopeForms, checkResolutionForms,
        checkArgumentForms, checkNameForms, checkContainerForms, checkRegistrationHooks, checkDecoration,
        checkPropertyWrappers, checkHelpers, checkValueServices, checkFunctionValues, checkConformances,
        checkAdditions,
    ]
    for topic in topics {
        Resolver.reset()
        topic()
    }
    Resolver.reset()
}

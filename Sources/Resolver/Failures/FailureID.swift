/// The stable identifiers of failures, with which their headlines end.
package enum FailureID: String {
    // Reasons for which a service cannot be made.
    case missingRegistration = "missing-registration"
    case unbound
    case returnedNil = "returned-nil"
    case factoryThrew = "factory-threw"
    case notImplemented = "not-implemented"
    case asynchronous
    case cycle
    case recursiveArgument = "recursive-argument"
    case tooDeep = "too-deep"
    case wrongArgument = "wrong-argument"
    case mainActor = "main-actor"
    case closed
    case closedInside = "closed-inside"

    // Conflicts with the lifetime of a service.
    case outsideRun = "outside-run"
    case endedRun = "ended-run"
    case endedSandbox = "ended-sandbox"
    case endedContainer = "ended-container"
    case captive
    case neverClosed = "never-closed"
    case singletonOfMany = "singleton-of-many"

    // Mistakes in how a service is declared or registered.
    case modifiedLegacy = "modified-legacy"
    case wrongBinding = "wrong-binding"
    case unusedSetting = "unused-setting"
    case bridgedTwice = "bridged-twice"
    case tooManyContexts = "too-many-contexts"
    case depthLimit = "depth-limit"

    // Failures that are only printed, or thrown when everything is done.
    case longWait = "long-wait"
    case outsideSandbox = "outside-sandbox"
    case ownShared = "own-shared"
    case closingFailed = "closing-failed"

    // Findings of a validation that makes no service.
    case registeredTwice = "registered-twice"
    case secondCopy = "second-copy"
    case neverResolved = "never-resolved"
    case validation
}

/// The stable names of what can go wrong, in which headlines end.
package enum FailureID: String {
    // What keeps a service from being made.
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

    // What its lifetime is at odds with.
    case outsideRun = "outside-run"
    case endedRun = "ended-run"
    case endedSandbox = "ended-sandbox"
    case endedContainer = "ended-container"
    case captive
    case neverClosed = "never-closed"
    case singletonOfMany = "singleton-of-many"

    // How it is declared or registered.
    case modifiedLegacy = "modified-legacy"
    case wrongBinding = "wrong-binding"
    case unusedSetting = "unused-setting"
    case bridgedTwice = "bridged-twice"
    case tooManyContexts = "too-many-contexts"
    case depthLimit = "depth-limit"

    // What is only printed, or thrown when all is done.
    case longWait = "long-wait"
    case outsideSandbox = "outside-sandbox"
    case ownShared = "own-shared"
    case closingFailed = "closing-failed"

    // What a validation finds without making anything.
    case registeredTwice = "registered-twice"
    case secondCopy = "second-copy"
    case neverResolved = "never-resolved"
    case validation
}

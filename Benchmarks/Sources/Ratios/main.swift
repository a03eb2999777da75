import Operations

// Measures operations against the unit, and prints tables in Markdown.

let settings = Settings(CommandLine.arguments.dropFirst())
let rows = Row.named(settings.names)
if rows.isEmpty { Settings.exit("no row has such a name; --list prints all") }
if settings.lists {
    for row in rows { print(row.id) }
} else {
    let nanoseconds = settings.milliseconds * 1_000_000
    print("Medians of \(settings.rounds) paired rounds of \(decimals(settings.milliseconds)) ms of processor time.\n")
    printTimes(rows.filter { !$0.isOnTwoThreads }, rounds: settings.rounds, nanoseconds: nanoseconds)
    #if !DEBUG
    // Waking a thread takes a part of a millisecond, which would dominate a short measurement.
    printGains(
        rows.filter(\.isOnTwoThreads), rounds: max(1, settings.rounds / 4),
        nanoseconds: max(nanoseconds, 100_000_000))
    #endif
}

/// Prints the times of operations on one thread.
func printTimes(_ rows: [Row], rounds: Int, nanoseconds: Double) {
    guard !rows.isEmpty else { return }
    printLine("operation", "face", "ns", "ratio", "±", "aim", "")
    printLine("---", "---", "---:", "---:", "---:", "---", "---")
    for row in rows {
        let operation = row.operation
        var (other, isUnit) = (Operation.unit, true)
        if case .times(_, let id) = operation.aim, let named = Operation.named(id) { (other, isUnit) = (named, false) }
        let figures = Figures(of: operation, against: other, rounds: rounds, nanoseconds: nanoseconds)
        let (aim, isMet) = judge(figures, of: operation)
        printLine(
            operation.name, "\(operation.face)", decimals(figures.nanoseconds),
            decimals(figures.ratio) + (isUnit ? "" : " to “\(other.name)”"), decimals(figures.spread / 2), aim,
            isMet.map(verdict) ?? "")
    }
    print("")
}

/// An operation's aim in words, and whether it is met.
func judge(_ figures: Figures, of operation: Operation) -> (aim: String, isMet: Bool?) {
    #if DEBUG
    let aim = operation.debugAim.map { Operation.Aim.nanoseconds($0) }
    #else
    let aim = operation.aim
    #endif
    return switch aim {
    case .units(let limit), .times(let limit, _): ("≤ \(limit)", figures.ratio <= limit)
    case .nanoseconds(let limit): ("≤ \(Int(limit)) ns", figures.nanoseconds <= limit)
    case nil: ("", nil)
    }
}

/// Prints the gains of operations from a second thread.
func printGains(_ rows: [Row], rounds: Int, nanoseconds: Double) {
    guard !rows.isEmpty else { return }
    let unit = Gain(of: .unit, against: .unit, rounds: rounds, nanoseconds: nanoseconds)
    // If the second thread has no core of its own, the gains say nothing.
    let isBusy = unit.own < 1.6
    print(
        "Two threads: medians of \(rounds) rounds of \(decimals(nanoseconds / 1_000_000)) ms of the time that passes. "
            + "A second thread makes direct construction \(decimals(unit.own)) times as fast.\n")
    printLine("two threads", "face", "gain", "counterpart's gain", "share", "counterpart", "aim", "")
    printLine("---", "---", "---:", "---:", "---:", "---", "---", "---")
    for row in rows {
        let operation = row.operation
        guard let counterpart = operation.counterpart.flatMap(Operation.named) else { continue }
        let gain = Gain(of: operation, against: counterpart, rounds: rounds, nanoseconds: nanoseconds)
        var (aim, judgement) = ("", "")
        if case .share(let least) = operation.threads {
            (aim, judgement) = ("≥ \(least)", isBusy ? "not judged" : verdict(gain.share >= least))
        }
        printLine(
            operation.name, "\(operation.face)", decimals(gain.own), decimals(gain.ofCounterpart),
            decimals(gain.share), counterpart.id, aim, judgement)
    }
    print("")
}

import Testing

/// What the library said when a child process ended: its headline and rows, without what the system adds.
func report(of result: ExitTest.Result?) -> String {
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("Resolver: ") }) else { return "" }
    let rows = lines[(start + 1)...].prefix { $0.hasPrefix("  ") && !$0.hasPrefix("   0") }
    return ([lines[start]] + rows).joined(separator: "\n")
}

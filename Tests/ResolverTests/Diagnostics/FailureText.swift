import Testing

/// What a process said when it failed: from `Resolver: ` to the end of the report.
func failureText(_ result: ExitTest.Result?) throws -> String {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("Resolver: ") }, "no report in: \(output)")
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
    return ([lines[start]] + rest).joined(separator: "\n")
}

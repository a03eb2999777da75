#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Sound because the clients check on their main thread only.
nonisolated(unsafe) private var passed = 0

/// How many checks have passed.
public func passedChecks() -> Int { passed }

/// Counts a check that holds; if it does not, prints it and ends the program.
public func check(_ condition: Bool, _ form: String, file: StaticString = #fileID, line: UInt = #line) {
    guard condition else {
        print("\(file):\(line): failed: \(form)")
        exit(1)
    }
    passed += 1
}

/// The Swift language mode in which this module is compiled.
public var languageMode: Int {
    #if swift(>=6)
    6
    #else
    5
    #endif
}

import struct Foundation.Data
import class Foundation.FileHandle
import func Foundation.exit

/// The settings that the command line states.
struct Settings {
    private static let usage = """
        usage: Ratios [--rounds 41] [--milliseconds 4] [--list] [NAME ...]

        NAME is a row as --list prints it ("runtime leaf"), its name on both faces (leaf), or a part that rows have
        ("in a sandbox", typed, "on two threads"). Without a name everything is measured.
        """

    private(set) var rounds = 41
    private(set) var milliseconds = 4.0
    private(set) var lists = false
    private(set) var names: [String] = []

    init(_ arguments: some Sequence<String>) {
        var arguments = Array(arguments)[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--rounds":
                guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
                    Settings.exit("--rounds takes a number above 0")
                }
                rounds = number
            case "--milliseconds":
                guard let number = arguments.popFirst().flatMap({ Double($0) }), number > 0 else {
                    Settings.exit("--milliseconds takes a number above 0")
                }
                milliseconds = number
            case "--list": lists = true
            case _ where argument.hasPrefix("-"): Settings.exit(Settings.usage)
            default: names.append(argument)
            }
        }
    }

    /// Ends the program with a message.
    static func exit(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        Foundation.exit(2)
    }
}

import Operations

// Runs one operation so many times and prints nothing, for callgrind to count the instructions of.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let id = arguments.first, let count = arguments.last.flatMap({ Int($0) }),
    let operation = Operation.named(id)
else {
    print("usage: Instructions OPERATION COUNT, with one of these operations:")
    for operation in Operation.all { print("    \(operation.id)") }
    fatalError("there is no such operation")
}
let loop = operation.prepare()
loop(count)

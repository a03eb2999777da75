import Operations

// Runs one operation so many times and prints nothing, for callgrind to count the instructions of. Without arguments, lists
// the operations and their counterparts.
let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
    for operation in Operation.all { print("\(operation.id)|\(operation.counterpart ?? "")") }
} else if arguments.count == 2, let operation = arguments.first.flatMap(Operation.named),
    let count = arguments.last.flatMap({ Int($0) })
{
    let loop = operation.prepare()
    operation.surroundings {
        // What is done once is not counted.
        loop(1)
        counted(loop, count)
    }
} else {
    fatalError("usage: Instructions [OPERATION COUNT]")
}

/// All that is counted: what other threads do differs from run to run.
@inline(never)
func counted(_ loop: Operation.Loop, _ count: Int) { loop(count) }

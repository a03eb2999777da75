import Operations

// Runs one operation a number of times and prints nothing, so that callgrind can count its instructions. Without arguments,
// lists the operations and their counterparts.
let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
    for operation in Operation.all { print("\(operation.id)|\(operation.counterpart ?? "")") }
} else if arguments.count == 2, let operation = arguments.first.flatMap(Operation.named),
    let count = arguments.last.flatMap({ Int($0) })
{
    let loop = operation.prepare()
    operation.surroundings {
        // Work that is only done the first time is not counted.
        loop(1)
        counted(loop, count)
    }
} else {
    fatalError("usage: Instructions [OPERATION COUNT]")
}

/// The function whose instructions are counted.
///
/// Other threads are not counted, as their work differs from run to run.
@inline(never)
func counted(_ loop: Operation.Loop, _ count: Int) { loop(count) }

import Foundation

/// Writes a line to standard error for every thousand messages of a large archive.
package final class ImportProgress: ImportObserving {
    package init() {}

    package func importDidRead(messages: Int) {
        guard messages.isMultiple(of: 1000) else { return }
        FileHandle.standardError.write(Data("… \(messages) messages\n".utf8))
    }
}

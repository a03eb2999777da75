import Foundation
import MessengerCore

/// The archive that is shipped with the program.
enum Sample {
    static func url() throws -> URL {
        guard let url = Bundle.module.url(forResource: "sample", withExtension: "mbox") else {
            throw ArchiveError(path: "sample.mbox", reason: .missing)
        }
        return url
    }
}

/// Why a request is refused; the HTTP side says with which status.
package enum NotesError: Error, Equatable {
    /// A field has a value that it cannot have.
    case invalid(String)
    /// No token, or one that nobody has, or that has expired.
    case notSignedIn
    /// The name or the password is wrong; which one is not said.
    case wrongPassword
    /// Somebody has the name.
    case nameTaken
    /// There is no such note, or it is somebody else's.
    case noSuchNote
    /// The user has as many notes as one may have.
    case tooManyNotes
    /// Too many passwords wait to be hashed.
    case tooBusy
}

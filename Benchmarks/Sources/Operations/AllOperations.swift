extension Operation {
    /// Everything that is measured on one thread.
    ///
    /// What changes something for the whole program comes last, so that nothing it may leave behind is in other figures.
    public static let all: [Operation] =
        direct + naive + runtime + typed + bridged + manyRegistrations + asynchronous + underCircumstances
        + sandboxes

    /// What is measured on two threads.
    public static let onTwoThreads = all.filter { $0.threads != nil } + onlyOnTwoThreads

    /// The operation with an ``id``.
    public static func named(_ id: String) -> Operation? { all.first { $0.id == id } }
}

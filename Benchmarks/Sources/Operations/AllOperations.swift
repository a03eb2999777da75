extension Operation {
    /// All operations that are measured on one thread.
    ///
    /// Those that change something for the whole program come last, so that whatever they leave behind affects no other
    /// figures.
    public static let all: [Operation] =
        direct + naive + runtime + typed + bridged + manyRegistrations + asynchronous + underCircumstances
        + sandboxes

    /// The operations that are measured on two threads.
    public static let onTwoThreads = all.filter { $0.threads != nil } + onlyOnTwoThreads

    /// The operation with an ``id``.
    public static func named(_ id: String) -> Operation? { all.first { $0.id == id } }
}

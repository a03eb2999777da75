import SafeFacade

extension Container {
    /// What the program binds when it starts, since nobody knows it before.
    static var slots: [PartialKeyPath<Container>] { [\.launch, \.database] }
}

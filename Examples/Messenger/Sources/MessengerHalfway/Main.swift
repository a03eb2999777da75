import MessengerCommands

/// Messenger on its way: a part is wired with typed factories, the rest with `Resolver`.
@main
enum Main {
    static func main() {
        MessengerCommand<AppCoordinator>.main()
    }
}

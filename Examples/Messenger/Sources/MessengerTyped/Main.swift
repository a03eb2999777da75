import MessengerCommands

/// Messenger, wired with typed factories alone: no file of it imports `Resolver`.
@main
enum Main {
    static func main() {
        MessengerCommand<AppCoordinator>.main()
    }
}

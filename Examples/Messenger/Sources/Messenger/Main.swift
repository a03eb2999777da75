import MessengerCommands

/// Messenger, wired at run time with `Resolver`.
@main
enum Main {
    static func main() {
        MessengerCommand<AppCoordinator>.main()
    }
}

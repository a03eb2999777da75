import SafeFacade
import TestSupport
import Testing

@Suite struct DependencyTests {
    @Test func dependenciesAreResolvedByKeyPath() {
        withSandbox(.fresh) {
            #expect(dependency(\.loader).origin == "live")
            #expect(dependency(\PaymentsContainer.api).origin == "payments")
        }
    }

    @Test("own defect C9: dependency takes the parameter of a factory", arguments: Surroundings.allCases)
    func aParameter(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                ensure(dependency(\.conversation, parameter: 1).id == 1)
                ensure(dependency(\.handedConversation, parameter: 2).id == 2)
                ensure(dependency(\PaymentsContainer.receipt, parameter: 3).id == 3)
                let conversation: Conversation = dependency(\.conversation, parameter: 4)
                ensure(conversation.id == 4)
                Container.shared.conversation.register { Conversation(id: -$0, loader: Loader()) }
                ensure(dependency(\.conversation, parameter: 5).id == -5)
            }
        }
    }
}

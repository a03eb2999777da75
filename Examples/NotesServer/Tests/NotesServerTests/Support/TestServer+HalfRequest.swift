import NIOCore
import NIOPosix

extension TestServer {
    /// Sends the head of a request and half of its body, and waits until the server has begun with it.
    ///
    /// The connection is open until the server closes it.
    func sendHalfANote(token: String) async throws {
        let begun = wiring.metrics.registry.text
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        let lines = ["POST /notes HTTP/1.1", "Authorization: Bearer \(token)", "Content-Length: 40", "", #"{"title":"#]
        try await channel.writeAndFlush(ByteBuffer(string: lines.joined(separator: "\r\n")))
        while wiring.metrics.registry.text == begun { try await Task.sleep(for: .milliseconds(10)) }
    }
}

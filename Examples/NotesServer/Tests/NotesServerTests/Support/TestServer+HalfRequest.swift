import NIOCore
import NIOPosix

extension TestServer {
    /// Sends the head of a request and half of its body, and waits until the server has begun with it.
    ///
    /// The connection is open until the server closes it.
    func sendHalfARequest() async throws {
        let begun = wiring.metrics.registry.text
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        let lines = ["POST /users HTTP/1.1", "Content-Length: 40", "", #"{"name":"#]
        try await channel.writeAndFlush(ByteBuffer(string: lines.joined(separator: "\r\n")))
        // On a busy machine its idle timeout may come first.
        while wiring.metrics.registry.text == begun, channel.isActive { try await Task.sleep(for: .milliseconds(10)) }
    }
}

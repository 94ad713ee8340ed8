import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client that opens a connection to loopback for every request.
struct LoopbackClient {
    struct Response {
        var status = 0
        var headers = HTTPFields()
        var body = Data()
    }

    let port: Int

    func execute(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ content: Data?) async throws -> Response {
        let connection = try await connect()
        var head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: path)
        for field in headers { head.headers.add(name: field.name.rawName, value: field.value) }
        head.headers.add(name: "Host", value: "127.0.0.1")
        head.headers.add(name: "Content-Length", value: "\(content?.count ?? 0)")
        head.headers.add(name: "Connection", value: "close")
        let request = head
        return try await connection.executeThenClose { inbound, outbound in
            // Who is refused by the head alone may find the connection closed before all is sent; the answer is there all the same.
            try? await Self.send(request, content, to: outbound)
            return try await Self.response(inbound)
        }
    }

    private static func send(_ head: HTTPRequestHead, _ content: Data?, to outbound: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>) async throws {
        try await outbound.write(.head(head))
        if let content { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: content)))) }
        try await outbound.write(.end(nil))
    }

    /// Sends the head of a POST and the first byte of its body, and no more while `work` runs.
    func stall<Value: Sendable>(_ path: String, _ work: () async throws -> Value) async throws -> Value {
        let connection = try await connect()
        let headers = HTTPHeaders([("Host", "127.0.0.1"), ("Content-Type", "application/json"), ("Content-Length", "100")])
        return try await connection.executeThenClose { _, outbound in
            try await outbound.write(.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: headers)))
            try await outbound.write(.body(.byteBuffer(ByteBuffer(string: "{"))))
            return try await work()
        }
    }

    /// Sends a text as it is; what comes back up to another one, or to the end of the connection.
    func exchange(_ text: String, until end: String? = nil) async throws -> String {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
        }
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var answer = ""
            for try await part in inbound {
                answer += String(buffer: part)
                if let end, answer.contains(end) { break }
            }
            return answer
        }
    }

    private func connect() async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(wrappingChannelSynchronously: channel)
            }
        }
    }

    private static func response(_ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws -> Response {
        var response = Response()
        for try await part in parts {
            switch part {
            case .head(let head):
                response.status = Int(head.status.code)
                for (name, value) in head.headers { if let name = HTTPField.Name(name) { response.headers[name] = value } }
            case .body(let bytes): response.body.append(contentsOf: bytes.readableBytesView)
            case .end: return response
            }
        }
        throw RegistrarWorld.Missing()
    }
}

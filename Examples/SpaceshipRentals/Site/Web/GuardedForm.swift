import Hummingbird

/// A form that changes something, and so carries the visit's token.
protocol GuardedForm: Decodable {
    var token: String { get }
}

extension Request {
    /// Reads a form and refuses it without the visit's token.
    func form<Form: GuardedForm>(_ type: Form.Type, _ context: SiteContext) async throws -> Form {
        guard let form = try? await URLEncodedFormDecoder().decode(type, from: self, context: context) else { throw HTTPError(.badRequest) }
        guard try context.requireVisit().accepts(form.token) else { throw HTTPError(.forbidden) }
        return form
    }

    /// Reads a body up to a limit. What is longer is read to its end, up to eight times the limit, and thrown away: a browser shows an
    /// answer only after it has sent everything.
    func bytes(upTo limit: Int) async throws -> [UInt8]? {
        try await Self.blamingClient {
            var bytes: [UInt8] = []
            var count = 0
            for try await chunk in body {
                count += chunk.readableBytes
                guard count <= limit * 8 else { throw HTTPError(.contentTooLarge) }
                if count <= limit { bytes += chunk.readableBytesView } else { bytes = [] }
            }
            return count <= limit ? bytes : nil
        }
    }

    /// Reads a body that is no longer than a limit, to pass it on.
    func whole(upTo limit: Int) async throws -> ByteBuffer { try await Self.blamingClient { try await body.collect(upTo: limit) } }

    /// A body that breaks off, or is not framed as HTTP wants it, is the client's doing and no failure of this site.
    private static func blamingClient<Value>(_ read: () async throws -> Value) async throws -> Value {
        do { return try await read() } catch let error where !(error is any HTTPResponseError || error is CancellationError) {
            throw HTTPError(.badRequest)
        }
    }
}

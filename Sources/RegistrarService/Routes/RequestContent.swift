import Hummingbird

/// The body of a request, read within its bounds.
enum RequestContent {
    static func body(of request: Request, for route: Route, limit: Int) async throws -> [UInt8] {
        guard route.body != nil else { return [] }
        guard let type = request.headers[.contentType].flatMap({ MediaType(from: $0) }), type.isType(.applicationJson) else {
            throw Problem(.mediaType)
        }
        // Refused before it is sent where its length is told beforehand.
        guard request.headers[.contentLength].flatMap({ Int($0) }).map({ $0 <= limit }) ?? true else { throw Problem(.size) }
        var body: [UInt8] = []
        do {
            for try await part in request.body {
                guard body.count + part.readableBytes <= limit else { throw Problem(.size) }
                body.append(contentsOf: part.readableBytesView)
            }
        } catch let error where !(error is Problem || error is CancellationError) {
            // It broke off, or is not framed as HTTP wants it: the connection's errors are the client's doing.
            throw Problem(.json)
        }
        return body
    }
}

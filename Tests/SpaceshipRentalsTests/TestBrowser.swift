import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import SpaceshipRentals

/// Keeps cookies and finds the hidden fields of forms, as a browser does.
actor TestBrowser {
    private let client: any TestClientProtocol
    private var cookie: String?
    private(set) var token = ""
    private(set) var trip = ""

    init(client: some TestClientProtocol) { self.client = client }

    @discardableResult
    func get(_ path: String) async throws -> TestResponse { try await send(path, .get) }

    /// Sends a form of the site's own pages.
    func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil, headers: HTTPFields = [:]) async throws -> TestResponse {
        var fields = fields
        fields["token"] = token ?? self.token
        if path == "/launch" { fields["trip"] = fields["trip"] ?? trip }
        let body = fields.map { "\($0)=\($1)" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(path, .post, headers, ByteBuffer(string: body))
    }

    /// Sends the photo form.
    func post(photo: [UInt8], token: String? = nil) async throws -> TestResponse {
        let boundary = "----boundary7"
        var body = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(token ?? self.token)\r\n".utf8)
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"id.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8
        body += photo
        body += "\r\n--\(boundary)--\r\n".utf8
        return try await send("/checkout/photo", .post, [.contentType: "multipart/form-data; boundary=\(boundary)"], ByteBuffer(bytes: body))
    }

    func send(_ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields = [:], _ body: ByteBuffer? = nil) async throws -> TestResponse {
        var headers = headers
        if let cookie { headers.append(HTTPField(name: .cookie, value: cookie)) }
        let response = try await client.execute(uri: path, method: method, headers: headers, body: body) { $0 }
        for value in response.headers[values: .setCookie] where value.hasPrefix("spaceship=") {
            cookie = value.split(separator: ";").first.map(String.init)
        }
        let text = String(buffer: response.body)
        if let field = text.firstMatch(of: /name="token" value="([^"]+)"|data-token="([^"]+)"/) { token = String(field.1 ?? field.2 ?? "") }
        if let field = text.firstMatch(of: /name="trip" value="([^"]+)"/) { trip = String(field.1) }
        return response
    }

    /// Chooses a trip, which every later page needs.
    func chooseTrip() async throws {
        try await get("/itinerary?ship=heron")
        let response = try await post("/itinerary", ["ship": "heron", "destination": "orbit", "window": "06:40", "travellers": "1"])
        #expect(response.headers[.location] == "/checkout")
        try await get("/checkout")
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}

import HTTPTypes
import Hummingbird
import Logging
import Mustache
import NIOCore

/// The app's window: a page that the app itself serves, on this machine, to who is given its address.
struct AppWindow: Sendable {
    private struct Availability: ResponseEncodable {
        /// Nil where asking makes sense.
        let obstacle: Outcome.Kind?
    }

    private let desk: BerthDesk
    private let door = WindowDoor()
    private let template: MustacheTemplate

    init(desk: BerthDesk) throws {
        self.desk = desk
        template = try MustacheTemplate(string: String(decoding: PackageResources.window_mustache, as: UTF8.self))
    }

    /// Serves it until the program ends.
    ///
    /// - Parameter show: is given the address, which opens once.
    func serve(_ show: @escaping @Sendable (String) -> Void) async throws {
        var logger = Logger(label: "docking-pass")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: .init(address: .hostname(WindowContext.host, port: 0)),
            onServerRunning: { channel in show("http://\(WindowContext.host):\(channel.localAddress?.port ?? 0)/open/\(door.key)") },
            logger: logger)
        // A question may be open for minutes; whoever ends the program does not wait for it.
        try await application.runService(gracefulShutdownSignals: [])
    }

    private var router: Router<WindowContext> {
        let router = Router(context: WindowContext.self)
        router.add(middleware: WindowGuard())
        router.get("assets/:file") { _, context in
            guard let file = WindowFile.named(try context.parameters.require("file")) else { throw HTTPError(.notFound) }
            return Self.response(file.bytes, file.mediaType)
        }
        router.get("open/:key") { request, context in
            let secret = try await door.open(try context.parameters.require("key"))
            let page = template.render(WindowPage(Self.words(for: request), secret: secret))
            return Self.response(Array(page.utf8), "text/html; charset=utf-8", status: secret == nil ? .gone : .ok)
        }
        router.post("window/:secret/may") { _, context in
            try await check(context)
            return Availability(obstacle: await desk.obstacle())
        }
        router.post("window/:secret/ask") { request, context in
            try await check(context)
            return await desk.ask(for: Self.words(for: request).usageDescription)
        }
        router.post("window/:secret/cancel") { _, context in
            try await check(context)
            await desk.cancel()
            return HTTPResponse.Status.noContent
        }
        return router
    }

    private func check(_ context: WindowContext) async throws { try await door.check(try context.parameters.require("secret")) }

    private static func words(for request: Request) -> Wording { .preferred(by: request.headers[.acceptLanguage]) }

    private static func response(_ bytes: [UInt8], _ mediaType: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: mediaType], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

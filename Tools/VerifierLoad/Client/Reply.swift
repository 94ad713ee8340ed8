import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// What came of one request, sorted by what its sender can make of it.
struct Reply: Sendable {
    /// What a sender can make of it.
    enum Sort: Sendable {
        /// It was done.
        case done
        /// It was refused, for a reason that has a code.
        case refused
        /// It was not done, or nobody knows; the same may be sent again, and the sender is told so.
        case retry
        /// None of these: a sender could make nothing of it.
        case foul
    }

    let sort: Sort
    /// The status and its problem's code, such as `409 session.used`, or how the connection ended.
    let kind: String
    /// The problem's code, where there is one.
    var code: String?
    var cookie: String?
    var body = Data()

    private struct Problem: Decodable {
        let code: String
        let status: Int
    }

    /// Sorts a response that arrived in full.
    init(status: Int, headers: HTTPHeaders, body: Data) {
        if (200..<300).contains(status) {
            sort = .done
            kind = String(status)
            cookie = headers.first(name: "set-cookie").flatMap { $0.split(separator: ";").first.map(String.init) }
            self.body = body
            return
        }
        if headers.first(name: "content-type") == "application/problem+json",
            let problem = try? JSONDecoder().decode(Problem.self, from: body), problem.status == status
        {
            code = problem.code
            kind = "\(status) \(problem.code)"
            let isInvitation = headers.first(name: "retry-after").flatMap { Int($0) }.map { (1...60).contains($0) } ?? false
            sort = switch status {
            case 503: isInvitation ? .retry : .foul
            case 400..<500: .refused
            default: .foul
            }
            return
        }
        let isProxys = headers.first(name: "server")?.hasPrefix("nginx") ?? false
        kind = isProxys ? "\(status) of the proxy" : "\(status) without a problem"
        sort = isProxys && (status == 502 || status == 504) ? .retry : .foul
    }

    /// Sorts a connection that could not be made, or ended before the response was there.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            (sort, kind) = (.retry, "connection broken")
        // While the request was still being written, or the response was on its way.
        case ChannelError.ioOnClosedChannel, HTTPParserError.invalidEOFState:
            (sort, kind) = (.retry, "connection broken")
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode):
            (sort, kind) = (.retry, "connection broken")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            (sort, kind) = (.retry, "connection refused")
        case is NIOConnectionError:
            (sort, kind) = (.retry, "connection refused")
        default:
            // A time limit above all: nothing may hang.
            (sort, kind) = (.foul, "\(error)")
        }
    }
}

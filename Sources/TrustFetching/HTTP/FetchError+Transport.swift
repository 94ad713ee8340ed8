import AsyncHTTPClient
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

extension FetchError {
    /// The failure of the layers below, in our words: theirs may hold what a server sent.
    init(_ error: any Error, from host: String) {
        switch error {
        case let error as FetchError: self = error
        case is CancellationError: self.init(.cancelled, "it is not wanted any more")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(.tls, "there is no TLS connection to \(host) with a certificate that is trusted for it")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self.init(.compression, "the compressed content from \(host) is damaged or expands too far")
        case is HTTPParserError: self.init(.message, "the answer of \(host) is not HTTP")
        case let error as HTTPClientError: self.init(error, askedOf: host)
        default: self.init(.connection, "there is no connection to \(host), or it broke")
        }
    }

    private init(_ error: HTTPClientError, askedOf host: String) {
        switch error {
        case .proxyAuthenticationRequired, .invalidProxyResponse, .httpProxyHandshakeTimeout:
            self.init(.proxy, "the proxy does not connect to \(host)")
        case .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            self.init(.timeout, "\(host) did not answer in time")
        case .cancelled: self.init(.cancelled, "it is not wanted any more")
        // Another address of the same name may do better.
        case .connectTimeout: self.init(.connection, "\(host) did not take the connection in time")
        default: self.init(.connection, "there is no connection to \(host), or it broke")
        }
    }
}

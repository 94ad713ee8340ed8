import CSealedFile
import Glibc
import PresentmentRequest
import Subprocess
import SystemPackage

/// A broker's way to read requests: each in a process of its own that can do nothing but compute (`mdoc-request-parser`).
///
/// The request goes there as a sealed file in memory. Nothing is written to a pipe, so a parser that dies early breaks none; what
/// it replies is read up to a limit, decoded against a fixed form, and bounded. Nothing a parser does can end the broker. A parser that was
/// taken over can lie about what is asked and who asks: until the request is released, what is shown rests on it, and the provider
/// compares then, before anything of the person leaves.
public actor RequestParser {
    private let program: FilePath
    private let patience: Duration
    private let maximumParsers: Int
    private var parsers = 0

    /// Sets the parser up.
    ///
    /// - Parameters:
    ///   - program: absolute path of the program `mdoc-request-parser`.
    ///   - patience: how long one may take altogether; it also limits its own processor time.
    ///   - maximumParsers: how many may be at work at once; a broker that shows one request at a time needs few.
    public init(program: String, patience: Duration = .seconds(20), maximumParsers: Int = 4) {
        self.program = FilePath(program)
        self.patience = patience
        self.maximumParsers = max(maximumParsers, 1)
    }

    /// Has a request read.
    ///
    /// - Parameters:
    ///   - requestData: the JSON object with `deviceRequest` and `encryptionInfo`, unread.
    ///   - origin: the page, as the user agent vouches for it.
    public func parse(_ requestData: [UInt8], origin: String) async throws(RequestParsingError) -> ParsedRequest {
        guard requestData.count <= ParserInput.maximumDataBytes else { throw .tooLarge(requestData.count) }
        guard parsers < maximumParsers else { throw .busy }
        // A path that is not absolute would be looked for in folders that anybody may have named.
        guard program.isAbsolute else { throw .notStarted }
        parsers += 1
        defer { parsers -= 1 }
        let input = ParserInput(origin: origin, requestData: requestData).encode()
        let file = input.withUnsafeBytes { sealed_file_of($0.baseAddress, $0.count) }
        guard file >= 0 else { throw .notStarted }
        let ending = await Self.run(program, reading: FileDescriptor(rawValue: file), within: patience)
        return try Self.parsedRequest(try Self.reply(ending), origin: origin)
    }

    private static func reply(_ ending: Ending) throws(RequestParsingError) -> ParserReply {
        switch ending {
        case .exited(ParserExit.done.rawValue, let output):
            do { return try ParserReply(decoding: output) } catch { throw .malformedReply(error) }
        case .exited(ParserExit.unconfined.rawValue, _): throw .unconfined
        case .exited(let status, _): throw .exited(status)
        case .signaled(SIGSYS): throw .forbiddenSystemCall
        case .signaled(let signal): throw .killed(signal)
        case .overdue: throw .deadline
        case .cancelled: throw .cancelled
        case .tooLong: throw .replyTooLong
        case .notStarted: throw .notStarted
        }
    }

    private static func parsedRequest(_ reply: ParserReply, origin: String) throws(RequestParsingError) -> ParsedRequest {
        switch reply.outcome {
        case .refused(let refusal): throw .refused(refusal)
        case .request(let request):
            guard request.origin == origin else { throw .otherOrigin }
            return ParsedRequest(request: request, confinement: reply.confinement)
        }
    }
}

extension RequestParser {
    /// How a parser ended.
    private enum Ending: Sendable {
        case exited(Int32, [UInt8])
        case signaled(Int32)
        case overdue
        case cancelled
        case tooLong
        case notStarted
    }

    private static func run(_ program: FilePath, reading file: FileDescriptor, within patience: Duration) async -> Ending {
        await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                do {
                    // The crash reporter would make system calls of its own, and every trap would look like an attack.
                    let result = try await Subprocess.run(
                        .path(program), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
                        input: .fileDescriptor(file, closeAfterSpawningProcess: true),
                        output: .bytes(limit: ParserReply.maximumBytes),
                        error: .discarded)
                    switch result.terminationStatus {
                    case .exited(let status): return .exited(status, result.standardOutput)
                    case .signaled(let signal): return .signaled(signal)
                    }
                } catch let error as SubprocessError where error.code == .outputLimitExceeded {
                    return .tooLong
                } catch {
                    return .notStarted
                }
            }
            group.addTask {
                do { try await Task.sleep(for: patience) } catch { return .cancelled }
                return .overdue
            }
            // The first ends the other; a parser whose task is cancelled is killed.
            let first = await group.next() ?? .notStarted
            group.cancelAll()
            // Whoever cancels ends the parser as well, and that may be noticed first.
            return Task.isCancelled ? .cancelled : first
        }
    }
}

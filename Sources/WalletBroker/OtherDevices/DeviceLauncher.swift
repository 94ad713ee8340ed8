import BrokerMessages
import LocalSockets
import OwnerOnlyFiles

/// Starts the program that reaches other devices: a process for each request.
struct DeviceLauncher: Sendable {
    let program: DeviceProgram
    /// Where what it prints goes.
    let log: String
    /// Where it brings requests of other devices.
    let agentsSocket: String
    /// Folder of the links to other devices, which the program keeps. That there is one the broker sees, and no more.
    let links: String
    /// Is told of each process: it hides which program it is.
    var started = StartedPrograms()

    private static let linkEnding = ".link"
    /// How long listing links may take.
    private static let listing = Duration.seconds(10)

    func start() throws(SocketFault) -> DeviceProcess {
        try DeviceProcess(
            program.path, program.arguments + ["--links", links], log: log, environment: [BrokerSocket.agents.variable: agentsSocket],
            notedBy: started)
    }

    /// The devices that can be asked without a code. Only where there is one, a process is started to say their names.
    func linkedDevices() async -> [DeviceChoice] {
        guard Self.hasLink(in: links), let process = try? start(),
            case .links(let kept)? = await process.reply(to: .links, within: Self.listing)
        else { return [] }
        return kept.map { DeviceChoice(identifier: $0.identifier, displayName: $0.name) }
    }

    /// Whether there is a device that may ask this one without a code.
    var mayBeAsked: Bool { Self.hasLink(in: links + "/asking") }

    private static func hasLink(in folder: String) -> Bool {
        (try? OwnerOnlyFolder.names(in: folder))?.contains { $0.hasSuffix(linkEnding) } ?? false
    }
}

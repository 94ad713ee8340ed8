import BrokerMessages
import LocalSockets

/// Starts the program that reaches other devices: a process for each request.
struct DeviceLauncher: Sendable {
    let program: DeviceProgram
    /// Where what it prints goes.
    let log: String
    /// Where it brings requests of other devices.
    let agentsSocket: String

    func start() throws(SocketFault) -> DeviceProcess {
        try DeviceProcess(program.path, program.arguments, log: log, environment: [BrokerSocket.agents.variable: agentsSocket])
    }
}

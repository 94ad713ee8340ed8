import BrokerMessages

/// The program that reaches other devices, at work.
typealias DeviceProcess = ConnectedProcess<DeviceCommand, DeviceReport>

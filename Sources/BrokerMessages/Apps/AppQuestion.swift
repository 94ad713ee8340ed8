package import PresentmentRequest

/// What an app asks the broker about its own documents. Who the app is, the broker knows from the connection.
package enum AppQuestion: BrokerMessage {
    /// May this app present documents?
    case status
    /// What has it registered? Answered by each registration, and then `done`.
    case registrations
    /// Register a document, or replace the one of its name.
    case add(DocumentRegistration)
    /// Remove a document by its name.
    case remove(String)
    /// Which enrolment verifies the owner now?
    case enrolment

    package func write(to writer: inout WireWriter) {
        switch self {
        case .status: writer.byte(1)
        case .registrations: writer.byte(2)
        case .add(let registration):
            writer.byte(3)
            registration.write(to: &writer)
        case .remove(let identifier):
            writer.byte(4)
            writer.text(identifier)
        case .enrolment: writer.byte(5)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .status
        case 2: self = .registrations
        case 3: self = .add(try DocumentRegistration(from: &reader))
        case 4: self = .remove(try reader.text(upTo: MessageBounds.text))
        case 5: self = .enrolment
        default: throw reader.fault("no such question of an app")
        }
    }
}

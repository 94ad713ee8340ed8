package import PresentmentRequest

/// What the broker answers an app.
package enum AppAnswer: BrokerMessage {
    /// Whether the app may present documents.
    case status(AppStatus)
    /// One of its registrations; more follow, or `done`.
    case registration(DocumentRegistration)
    /// It is done.
    case done
    /// The enrolment that verifies the owner now, if there is one.
    case enrolment(String?)
    /// It is not done.
    case refused(AppRefusal)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .status(let status):
            writer.byte(1)
            writer.byte(status.rawValue)
        case .registration(let registration):
            writer.byte(2)
            registration.write(to: &writer)
        case .done: writer.byte(3)
        case .enrolment(let enrolment):
            writer.byte(4)
            writer.optional(enrolment) { $0.text($1) }
        case .refused(let refusal):
            writer.byte(5)
            writer.byte(refusal.rawValue)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .status(try reader.code(AppStatus.self))
        case 2: self = .registration(try DocumentRegistration(from: &reader))
        case 3: self = .done
        case 4: self = .enrolment(try reader.optional { (reader) throws(WireFault) in try reader.text(upTo: MessageBounds.text) })
        case 5: self = .refused(try reader.code(AppRefusal.self))
        default: throw reader.fault("no such answer to an app")
        }
    }
}

import Configuration
import Synchronization

/// Takes note of the keys that were read and of values that have another type than the one wanted, which typed reads with a
/// default would pass over in silence.
final class AccessedKeys: AccessReporter {
    private struct Notes {
        var keys: Set<String> = []
        var wrongTypes: [ConfigurationMistake] = []
    }

    private let notes = Mutex(Notes())

    func report(_ event: AccessEvent) {
        let key = event.metadata.key.components.joined(separator: ".")
        var isWrong = event.conversionError != nil
        for result in event.providerResults {
            if case .failure = result.result { isWrong = true }
        }
        let reason = Self.reason(event.metadata.valueType)
        notes.withLock { notes in
            notes.keys.insert(key)
            if isWrong { notes.wrongTypes.append(ConfigurationMistake(key: key, reason: reason)) }
        }
    }

    private static func reason(_ type: ConfigType) -> String {
        switch type {
        case .bool: "the value is neither true nor false; write true or false"
        case .int: "the value is no whole number; write a whole number"
        case .string: "the value is a list; write one value"
        case .stringArray: "the value is no list; write a list: [a, b]"
        default: "the value is not of the type wanted here (\(type.rawValue))"
        }
    }

    var keys: Set<String> { notes.withLock(\.keys) }
    var wrongTypes: [ConfigurationMistake] { notes.withLock(\.wrongTypes) }
}

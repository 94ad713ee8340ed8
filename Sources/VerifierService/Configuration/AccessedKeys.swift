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
        let wanted = event.metadata.valueType.rawValue
        notes.withLock { notes in
            notes.keys.insert(key)
            if isWrong { notes.wrongTypes.append(ConfigurationMistake(key: key, reason: "the value is not of the type wanted here (\(wanted))")) }
        }
    }

    var keys: Set<String> { notes.withLock(\.keys) }
    var wrongTypes: [ConfigurationMistake] { notes.withLock(\.wrongTypes) }
}

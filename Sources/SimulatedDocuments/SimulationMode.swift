/// Who signs the mock data of a wallet for tests. An issuer never does.
public enum SimulationMode: String, Sendable, Hashable, CaseIterable {
    /// Nobody. Answers are sealed to the published key (`SimulatorKey`), whoever asks; websites, which have a key of their own, get none.
    case simulator
    /// The device. Answers are sealed to whoever asks.
    case developerDevice = "developer-device"
}

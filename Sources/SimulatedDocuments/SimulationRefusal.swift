public import ProviderDocuments

/// Why a wallet for tests does not answer.
public enum SimulationRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// A website asks a simulator.
    case website
    /// A wallet of real documents would not answer this either.
    case presentation(DocumentPresenterError)

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .website: "simulator.website"
        case .presentation(let error): error.code
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .website: "a simulator answers apps only; ask with a wallet in developer-device mode"
        case .presentation(let error): error.description
        }
    }
}

/// Why a store could not do its work. What it was asked to do did not happen, unless it says that this is not known.
public enum StoreFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The store cannot be reached or is busy; trying again later may work.
    case unavailable(String)
    /// The connection was lost while a change was being confirmed, so it may or may not have happened.
    case undetermined(String)
    /// What the store holds cannot be read.
    case damaged(String)

    /// Stable code of the failure.
    public var code: String {
        switch self {
        case .unavailable: "store.unavailable"
        case .undetermined: "store.undetermined"
        case .damaged: "store.damaged"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .unavailable(let reason): "the session store cannot be used: \(reason)"
        case .undetermined(let reason): "the session store was lost while it confirmed a change: \(reason)"
        case .damaged(let reason): "the session store holds what cannot be read: \(reason)"
        }
    }
}

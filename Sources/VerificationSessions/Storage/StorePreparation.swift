/// What opening a store would do first to what is there.
public enum StorePreparation: Sendable, Hashable {
    /// There is nothing yet, and its tables would be made.
    case creation
    /// Its tables are of an older version of this program, and would be brought up to date.
    case migration
    /// Its tables are as they should be.
    case nothing
}

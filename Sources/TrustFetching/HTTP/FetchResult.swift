/// How a fetch that did not fail ended.
public enum FetchResult: Sendable, Hashable {
    /// The content.
    case fetched(FetchedResource)
    /// It is what the validators were given for.
    case notModified
}

/// What a relay page is answered that asks for news.
enum RelayNews: Sendable {
    /// It is told something, with the number of that.
    case event(RelayEvent, number: Int)
    /// Nothing came in time; it is to ask again.
    case nothingYet
    /// Nothing comes any more.
    case over
}

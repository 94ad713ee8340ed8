/// What becomes of the elements of a response, of each in its turn.
struct ElementStandings {
    /// Nil where there is no request to compare with.
    private var rows: IndexingIterator<[ElementStanding]>?

    /// - Parameter rows: of all elements in their order; nil where there is no request to compare with.
    init(_ rows: [ElementStanding]?) { self.rows = rows?.makeIterator() }

    /// Of the element that comes next: without a request all are handed on and none may be kept; what has no row is withheld.
    mutating func next() -> ElementStanding {
        rows == nil ? .handedOn(mayBeRetained: false) : rows?.next() ?? .withheld
    }
}

/// Which document stands for which request, each document for one at most, so that together they answer as much as they can.
///
/// Taken one after the other, a request could be given the document that another one needs, and what was shared would count as missing.
package enum DocumentAssignment {
    /// Finds the best assignment, by the Hungarian method; its time grows with the square of the requests and with the documents.
    ///
    /// - Parameter scores: of each request, how much of it each document answers; 0 for a document that cannot stand for it.
    /// - Returns: of each request its document, nil for none. Among equals, earlier documents stand for earlier requests.
    package static func best(_ scores: [[Int]]) -> [Int?] {
        guard let documents = scores.first?.count, documents > 0 else { return scores.map { _ in nil } }
        guard scores.count > 1 else {
            let best = (0..<documents).max { scores[0][$0] < scores[0][$1] }
            return [best.flatMap { scores[0][$0] > 0 ? $0 : nil }]
        }
        // Sums of preferences are below the least difference of scores.
        let weight = documents * scores.count * min(documents, scores.count) + 1
        func cost(_ request: Int, _ document: Int) -> Int {
            // Behind the documents stands, for each request, that none answers it.
            guard document < documents, scores[request][document] > 0 else { return 0 }
            return -(scores[request][document] * weight + (scores.count - request) * (documents - document))
        }
        var matching = Matching(rows: scores.count, columns: documents + scores.count)
        for row in 1...scores.count { matching.add(row) { cost($0 - 1, $1 - 1) } }
        var assigned = [Int?](repeating: nil, count: scores.count)
        for document in 0..<documents where matching.rowOf[document + 1] != 0 {
            let request = matching.rowOf[document + 1] - 1
            if scores[request][document] > 0 { assigned[request] = document }
        }
        return assigned
    }

    /// The cheapest matching of the rows so far. Rows and columns are counted from 1; 0 stands for none.
    private struct Matching {
        private(set) var rowOf: [Int]
        private var rowPotentials: [Int]
        private var columnPotentials: [Int]

        init(rows: Int, columns: Int) {
            rowOf = [Int](repeating: 0, count: columns + 1)
            rowPotentials = [Int](repeating: 0, count: rows + 1)
            columnPotentials = rowOf
        }

        /// Matches one row more, along the cheapest path on which others change their columns.
        mutating func add(_ row: Int, _ cost: (_ row: Int, _ column: Int) -> Int) {
            rowOf[0] = row
            var column = 0
            var slack = [Int](repeating: .max, count: rowOf.count)
            var from = [Int](repeating: 0, count: rowOf.count)
            var isReached = [Bool](repeating: false, count: rowOf.count)
            repeat {
                isReached[column] = true
                let reached = rowOf[column]
                var step = Int.max
                var next = 0
                for other in rowOf.indices where !isReached[other] {
                    let reduced = cost(reached, other) - rowPotentials[reached] - columnPotentials[other]
                    if reduced < slack[other] { (slack[other], from[other]) = (reduced, column) }
                    if slack[other] < step { (step, next) = (slack[other], other) }
                }
                for other in rowOf.indices {
                    if isReached[other] {
                        rowPotentials[rowOf[other]] += step
                        columnPotentials[other] -= step
                    } else { slack[other] -= step }
                }
                column = next
            } while rowOf[column] != 0
            while column != 0 {
                rowOf[column] = rowOf[from[column]]
                column = from[column]
            }
        }
    }
}

import RelyingParty
import Testing

@Suite("Which document stands for which request")
struct DocumentAssignmentTests {
    /// The most that any assignment answers, by trying all of them.
    private func most(_ scores: ArraySlice<[Int]>, without taken: Set<Int> = []) -> Int {
        guard let first = scores.first else { return 0 }
        let without = most(scores.dropFirst(), without: taken)
        return first.indices.filter { !taken.contains($0) }.reduce(without) {
            max($0, first[$1] + most(scores.dropFirst(), without: taken.union([$1])))
        }
    }

    @Test("No assignment answers more, and no document stands for two requests or for one that it does not answer", arguments: 0..<5, 0..<5)
    func best(requests: Int, documents: Int) {
        // A linear congruential generator: the same tables on every run.
        var state: UInt64 = 42
        for _ in 0..<200 {
            let scores = (0..<requests).map { _ in
                (0..<documents).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Int(state >> 33) % 4
                }
            }
            let assigned = DocumentAssignment.best(scores)
            #expect(assigned.count == requests)
            let pairs = assigned.enumerated().compactMap { request, document in document.map { (request, $0) } }
            #expect(Set(pairs.map(\.1)).count == pairs.count)
            #expect(pairs.allSatisfy { scores[$0.0][$0.1] > 0 })
            #expect(pairs.reduce(0) { $0 + scores[$1.0][$1.1] } == most(scores[...]))
        }
    }

    @Test("Among equals, earlier documents stand for earlier requests")
    func equals() {
        #expect(DocumentAssignment.best([[1, 1, 1], [1, 1, 1]]) == [0, 1])
        #expect(DocumentAssignment.best([[2, 2], [2, 2], [2, 2]]) == [0, 1, nil])
        #expect(DocumentAssignment.best([[0, 3], [0, 3]]) == [1, nil])
    }
}

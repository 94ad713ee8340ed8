import BrokerPages
import Foundation
package import WalletBroker

/// Three requests of the past, in memory.
package actor HistoryDouble: RequestHistory {
    package private(set) var kept = past

    package init() {}

    private static var past: [PresentmentHistory.Entry] {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        let rows: [(String, String?, Int?, ConsentOutcome)] = [
            ("https://rentals.example", "Spaceship Rentals", 0, .answered), ("https://shop.example:8443", nil, 1, .declined),
            ("https://xn--80ak6aa92e.com", nil, nil, .failed(code: "mismatch.addedElement")),
        ]
        return rows.enumerated().map { index, row in
            let brand = row.1.map { Requester.Brand(name: $0, icon: nil, authority: "Utopia Registrar") }
            return PresentmentHistory.Entry(
                number: Int64(rows.count - index),
                record: PresentmentRecord(
                    time: time.addingTimeInterval(Double(-index) * 90_000), requester: Requester(origin: row.0, brand: brand, reporter: .page),
                    request: DeskDouble.request, provider: row.2.map { SessionDouble.choices[$0] }, outcome: row.3))
        }
    }

    package func entries() -> [PresentmentHistory.Entry] { kept }

    package func delete(_ number: Int64) { kept.removeAll { $0.number == number } }

    @discardableResult
    package func deleteAll() -> Int {
        defer { kept = [] }
        return kept.count
    }

    /// As if nothing had been deleted.
    package func refill() { kept = Self.past }
}

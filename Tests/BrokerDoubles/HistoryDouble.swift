package import BrokerPages
import Foundation
import WalletBroker

/// Three requests of the past, in memory.
package actor HistoryDouble: RequestHistory {
    package private(set) var kept: [HistoryEntry]

    package init() {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        let elements = [("age_over_21", false), ("portrait", true)].map {
            HistoryEntry.Element(nameSpace: "org.iso.18013.5.1", identifier: $0.0, isRetained: $0.1)
        }
        let rows: [(String, String?, String?, ConsentOutcome)] = [
            ("https://rentals.example", "Spaceship Rentals", "Wallet", .answered),
            ("https://shop.example:8443", nil, "Local Driving Authority", .declined),
            ("https://xn--80ak6aa92e.com", nil, nil, .failed(code: "mismatch.addedElement")),
        ]
        kept = rows.enumerated().map { index, row in
            HistoryEntry(
                identifier: "entry-\(index)", time: time.addingTimeInterval(Double(-index) * 90_000), origin: row.0, brand: row.1, provider: row.2,
                documentTypes: ["org.iso.18013.5.1.mDL"], elements: elements, outcome: row.3)
        }
    }

    package func entries() -> [HistoryEntry] { kept }

    package func delete(_ identifiers: Set<String>) { kept.removeAll { identifiers.contains($0.identifier) } }
}

/// An application's written form.
struct ApplicationRecord: Codable {
    private let brand: String
    private let application: AppApplication
    private let words: [String: [String]]
    private let reviews: [String: ReviewRecord]

    init(_ filed: FiledApplication) {
        brand = filed.brand
        application = filed.application
        words = filed.words.mapValues { $0.sorted() }
        reviews = Dictionary(uniqueKeysWithValues: filed.reviews.map { ($0.key.rawValue, ReviewRecord($0.value)) })
    }

    func application(number: Int) throws -> FiledApplication {
        var parts: [ApplicationPart: Review] = [:]
        for part in application.parts {
            guard let record = reviews[part.rawValue] else {
                // It was in the list when the application was filed, and has been taken out since.
                if part == .category { continue }
                throw RegistrarError(.storage, "an application in the ledger lacks a review", mend: "restore the ledger from a copy")
            }
            parts[part] = try record.review()
        }
        return FiledApplication(number: number, brand: brand, application: application, words: words.mapValues(Set.init), reviews: parts)
    }
}

import Registrar

/// A filed application, its words, and the review of each part.
struct ApplicationAnswer: Encodable {
    let number: Int
    let brand: String
    let application: AppApplication
    /// Every word that is asked for, by type of document.
    let words: [String: [String]]
    let reviews: [String: ReviewAnswer]

    init(_ filed: FiledApplication) {
        number = filed.number
        brand = filed.brand
        application = filed.application
        words = filed.words.mapValues { $0.sorted() }
        reviews = Dictionary(uniqueKeysWithValues: filed.reviews.map { ($0.key.rawValue, ReviewAnswer($0.value)) })
    }
}

/// Why a request in words cannot be made.
public enum IdentityRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A threshold that is no age.
    case threshold(Int)
    /// An age and a threshold in one request: the age alone tells both.
    case ageAndThreshold
    /// More thresholds than a document answers; together they would tell the age.
    case tooManyThresholds(Int)
    /// No table knows the type of document.
    case unknownDocument
    /// The document may not be asked for in this region.
    case region(asked: String?, required: String)
    /// Nothing of what was asked can be asked of this document.
    case noElements

    /// Most thresholds one request may ask about (ISO/IEC 18013-5, 7.2.5).
    public static let maximumThresholds = 2

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .threshold: "elements.threshold"
        case .ageAndThreshold: "elements.ageAndThreshold"
        case .tooManyThresholds: "elements.tooManyThresholds"
        case .unknownDocument: "elements.document"
        case .region: "elements.region"
        case .noElements: "elements.none"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .threshold(let years): "an age is asked about from \(AgeThreshold.range.lowerBound) to \(AgeThreshold.range.upperBound), not \(years)"
        case .ageAndThreshold: "an age and a threshold are asked for together; ask for the threshold alone where that is enough"
        case .tooManyThresholds(let count): "\(count) thresholds are asked about; ask about \(Self.maximumThresholds) at most"
        case .unknownDocument: "no table knows this type of document; add one"
        case .region(_, let required): "this document is asked for with the region \(required) only; name it in the request"
        case .noElements: "nothing of what is asked can be asked of this document"
        }
    }
}

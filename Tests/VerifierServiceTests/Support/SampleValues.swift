import MobileDocument
import MobileDocumentTesting

/// Values of the sample licence that must appear in a result and nowhere else.
enum SampleValues {
    static let familyName = "Appleseed"
    static let givenName = "Kelly"
    static let canaries = [familyName, givenName]
}

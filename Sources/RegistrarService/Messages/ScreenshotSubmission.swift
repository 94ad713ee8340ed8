#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A screenshot: a PNG in base64.
struct ScreenshotSubmission: Decodable {
    let png: Data
}

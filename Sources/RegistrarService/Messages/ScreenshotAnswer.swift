/// By what an application names a screenshot.
struct ScreenshotAnswer: Encodable {
    let digest: String
}

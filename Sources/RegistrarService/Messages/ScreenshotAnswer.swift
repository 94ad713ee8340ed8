/// By what a form or an application names a screenshot.
struct ScreenshotAnswer: Encodable {
    let digest: String
}

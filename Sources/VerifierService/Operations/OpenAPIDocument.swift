/// The description of the service's interface, OpenAPI 3.1. A test holds it to the routes.
enum OpenAPIDocument {
    /// The document's bytes.
    ///
    /// - Parameter pagePath: the path under which the page's routes are.
    static func bytes(pagePath: String = "/verification") -> [UInt8] {
        // Where a path is the name of a member; there are no others of this form.
        Array(String(decoding: PackageResources.openapi_json, as: UTF8.self).replacing("\"/verification/", with: "\"\(pagePath)/").utf8)
    }
}

/// The description of the service's interface, OpenAPI 3.1. A test holds it to the routes.
public enum OpenAPIDocument {
    /// The document's bytes.
    public static var bytes: [UInt8] { PackageResources.openapi_json }
}

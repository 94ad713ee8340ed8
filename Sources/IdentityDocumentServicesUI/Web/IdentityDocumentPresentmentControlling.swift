/// A controller of presentments. The types of this module conform.
public protocol IdentityDocumentPresentmentControlling: AnyObject {}

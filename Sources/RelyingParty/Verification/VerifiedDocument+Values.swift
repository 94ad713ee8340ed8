import CBOR
public import IdentityElements
public import MobileDocument

extension VerifiedDocument {
    /// The address as its parts; nil where none was released.
    public var residentAddress: ResidentAddress? { ResidentAddress(issuerSigned) }

    /// What may be driven; nil where it was not released, or has not the standard's form.
    public var drivingPrivileges: [DrivingPrivilege]? {
        self[.mobileDrivingLicence, "driving_privileges"].flatMap { DrivingPrivilege.all(in: $0.value) }
    }

    /// What may be driven under North American classes; nil where it was not released, or has not the guidelines' form.
    public var domesticDrivingPrivileges: [DomesticDrivingPrivilege]? {
        self[.aamva, "domestic_driving_privileges"].flatMap { DomesticDrivingPrivilege.all(in: $0.value) }
    }

    /// The My Number; nil where it was not released. One whose check digit is wrong is refused before, and no other document's number is looked at.
    public var myNumber: MyNumber? {
        guard docType.rawValue == "org.iso.23220.1.jp.mnc" else { return nil }
        return self["org.iso.23220.1.jp", "individual_number_unicode"]?.text.flatMap(MyNumber.init)
    }
}

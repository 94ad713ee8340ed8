import CBOR
import IdentityElements
import MobileDocument
import Testing

@Suite("Driving privileges")
struct DrivingPrivilegeTests {
    @Test("A privilege is read with its dates and codes")
    func privilege() throws {
        let value = CBORValue.array([
            .textMap([
                "vehicle_category_code": .text("B"), "issue_date": .fullDate("2014-05-02"), "expiry_date": .fullDate("2031-03-01"),
                "codes": .array([.textMap(["code": .text("01")]), .textMap(["code": .text("S01"), "sign": .text("<="), "value": .text("2500")])]),
            ]),
            .textMap(["vehicle_category_code": .text("A2")]),
        ])
        let privileges = try #require(DrivingPrivilege.all(in: value))
        #expect(privileges.map(\.category) == ["B", "A2"])
        #expect(privileges[0].expiryDate == CalendarDate("2031-03-01") && privileges[1].expiryDate == nil)
        #expect(privileges[0].codes.map(\.code) == ["01", "S01"])
        #expect(privileges[0].codes[1].sign == "<=" && privileges[0].codes[1].value == "2500")
        #expect(DrivingPrivilege.all(in: .array([])) == [])
        #expect(DrivingPrivilege.all(in: .array([.textMap(["issue_date": .fullDate("2014-05-02")])])) == nil)
        #expect(DrivingPrivilege.all(in: .textMap([:])) == nil)
    }

    @Test("A privilege whose dates lack their tag is read, and is not what belongs into a document")
    func plainDates() {
        let plain = CBORValue.textMap(["vehicle_category_code": .text("C"), "issue_date": .text("2023-03-01"), "expiry_date": .text("2028-03-31")])
        let privilege = DrivingPrivilege(plain)
        #expect(privilege?.issueDate == CalendarDate("2023-03-01") && privilege?.expiryDate == CalendarDate("2028-03-31"))
        let domestic = CBORValue.textMap(["domestic_vehicle_class": .textMap(["expiry_date": .text("2028-03-31")])])
        #expect(DomesticDrivingPrivilege(domestic)?.expiryDate == CalendarDate("2028-03-31"))
        #expect(!ElementType.drivingPrivileges.accepts(.array([plain])) && !ElementType.domesticDrivingPrivileges.accepts(.array([domestic])))
        for text in ["", "never", "2028-02-30", "2028-03-31T00:00:00Z"] {
            #expect(DrivingPrivilege(.textMap(["vehicle_category_code": .text("C"), "expiry_date": .text(text)])) == nil, "\(text)")
        }
    }

    @Test("A privilege with a restriction that cannot be read is no privilege without it")
    func unreadableRestriction() throws {
        func read(_ codes: CBORValue...) -> DrivingPrivilege? {
            DrivingPrivilege(.textMap(["vehicle_category_code": .text("B"), "codes": .array(codes)]))
        }
        let plain = CBORValue.textMap(["code": .text("01")])
        #expect(read(plain, .textMap(["code": .text("S01"), "sign": .text("<="), "value": .text("2500")]))?.codes.map(\.value) == [nil, "2500"])
        let unreadable: [CBORValue] = [
            .text("01"), .textMap(["sign": .text("<=")]), .textMap(["code": .unsigned(1)]), .textMap(["code": .text("S01"), "sign": .null]),
            .textMap(["code": .text("S01"), "sign": .text("<="), "value": .unsigned(2500)]),
        ]
        for code in unreadable { #expect(read(plain, code) == nil, "\(CBORDiagnosticNotation.text(of: code))") }
    }

    @Test("A domestic privilege with a term that cannot be read is none without it")
    func unreadableTerm() {
        for kind in ["restriction", "endorsement"] {
            func read(_ terms: CBORValue...) -> DomesticDrivingPrivilege? {
                DomesticDrivingPrivilege(.textMap(["domestic_vehicle_\(kind)s": .array(terms)]))
            }
            let term = CBORValue.textMap(["domestic_vehicle_\(kind)_code": .text("B")])
            #expect(read(term) != nil)
            #expect(read(term, .text("B")) == nil)
            #expect(read(.textMap(["domestic_vehicle_\(kind)_code": .unsigned(1)])) == nil)
            #expect(read(term, .textMap(["domestic_vehicle_\(kind)_description": .null])) == nil)
        }
        #expect(DomesticDrivingPrivilege(.textMap(["domestic_vehicle_class": .textMap(["domestic_vehicle_class_code": .unsigned(1)])])) == nil)
    }

    @Test("A domestic privilege is read with its class, restrictions and endorsements")
    func domestic() throws {
        let value = CBORValue.array([
            .textMap([
                "domestic_vehicle_class": .textMap([
                    "domestic_vehicle_class_code": .text("C"), "domestic_vehicle_class_description": .text("Passenger"),
                    "expiry_date": .fullDate("2031-03-01"),
                ]),
                "domestic_vehicle_restrictions": .array([
                    .textMap(["domestic_vehicle_restriction_code": .text("B"), "domestic_vehicle_restriction_description": .text("Corrective lenses")])
                ]),
                "domestic_vehicle_endorsements": .array([.textMap(["domestic_vehicle_endorsement_description": .text("None")])]),
            ])
        ])
        let privilege = try #require(DomesticDrivingPrivilege.all(in: value)?.first)
        #expect(privilege.vehicleClass?.code == "C" && privilege.vehicleClass?.description == "Passenger")
        #expect(privilege.expiryDate == CalendarDate("2031-03-01") && privilege.issueDate == nil)
        #expect(privilege.restrictions.map(\.description) == ["Corrective lenses"])
        #expect(privilege.endorsements.map(\.description) == ["None"] && privilege.endorsements[0].code == nil)
        for wrong in [CBORValue.textMap(["domestic_vehicle_class": .text("C")]), .textMap(["domestic_vehicle_restrictions": .text("B")]), .text("C")] {
            #expect(DomesticDrivingPrivilege.all(in: .array([wrong])) == nil)
        }
    }
}

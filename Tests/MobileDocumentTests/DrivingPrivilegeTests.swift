import CBOR
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

/// The tables' texts as they are compiled in.
enum BuiltInTables {
    static let texts: [[UInt8]] = [
        PackageResources.org_iso_18013_5_1_table, PackageResources.org_iso_18013_5_1_aamva_table, PackageResources.org_iso_23220_1_table,
        PackageResources.org_iso_23220_1_jp_table, PackageResources.org_iso_23220_photoid_1_table, PackageResources.org_iso_23220_dtc_1_table,
        PackageResources.eu_europa_ec_eudi_pid_1_table, PackageResources.eu_europa_ec_av_1_table, PackageResources.drivers_license_table,
        PackageResources.my_number_card_table, PackageResources.photo_id_table, PackageResources.eu_identity_table,
        PackageResources.eu_age_proof_table,
    ]
}

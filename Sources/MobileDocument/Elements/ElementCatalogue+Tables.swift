extension ElementCatalogue {
    /// `org.iso.18013.5.1` (ISO/IEC 18013-5, table 5; second edition table 20).
    public static let mobileDrivingLicence = ElementCatalogue(
        .mobileDrivingLicence,
        table: """
            family_name                    | latinText         | M | Family name
            given_name                     | latinText         | M | Given names
            birth_date                     | fullDate          | M | Date of birth
            issue_date                     | date              | M | Date of issue
            expiry_date                    | date              | M | Date of expiry
            issuing_country                | countryCode       | M | Issuing country
            issuing_authority              | latinText         | M | Issuing authority
            document_number                | latinText         | M | Licence number
            portrait                       | picture           | M | Portrait
            driving_privileges             | drivingPrivileges | M | Driving privileges
            un_distinguishing_sign         | text              | M | UN distinguishing sign
            administrative_number          | latinText         | O | Administrative number
            sex                            | unsigned          | O | Sex
            height                         | unsigned          | O | Height (cm)
            weight                         | unsigned          | O | Weight (kg)
            eye_colour                     | text              | O | Eye colour
            hair_colour                    | text              | O | Hair colour
            birth_place                    | latinText         | O | Place of birth
            resident_address               | latinText         | O | Address
            resident_street                | latinText         | O | Street
            resident_city                  | latinText         | O | City
            resident_state                 | latinText         | O | State or province
            resident_postal_code           | latinText         | O | Postal code
            resident_country               | countryCode       | O | Country of residence
            nationality                    | countryCode       | O | Nationality
            portrait_capture_date          | date              | O | Portrait taken on
            age_in_years                   | unsigned          | O | Age
            age_birth_year                 | unsigned          | O | Year of birth
            issuing_jurisdiction           | text              | O | Issuing jurisdiction
            biometric_template_*           | bytes             | O | Biometric template
            family_name_national_character | text              | O | Family name (national characters)
            given_name_national_character  | text              | O | Given names (national characters)
            signature_usual_mark           | picture           | O | Signature
            """)

    /// `org.iso.18013.5.1.aamva` (AAMVA mDL implementation guidelines, versions 1.1 and 1.2).
    public static let aamva = ElementCatalogue(
        .aamva,
        table: """
            domestic_driving_privileges        | array    | M | Domestic driving privileges
            name_suffix                        | text     | O | Name suffix
            aka_suffix                         | text     | O | Other name: suffix
            organ_donor                        | unsigned | O | Organ donor
            veteran                            | unsigned | O | Veteran
            CDL_indicator                      | unsigned | O | Commercial licence
            DHS_temporary_lawful_status        | unsigned | O | Temporary lawful status
            family_name_truncation             | text     | M | Family name truncated
            given_name_truncation              | text     | M | Given names truncated
            aka_family_name                    | text     | O | Other family name
            aka_given_name                     | text     | O | Other given names
            aka_family_name.v2                 | text     | O | Other family name
            aka_given_name.v2                  | text     | O | Other given names
            weight_range                       | unsigned | O | Weight range
            race_ethnicity                     | text     | O | Race or ethnicity
            EDL_credential                     | unsigned | O | Enhanced credential
            sex                                | unsigned | M | Sex
            DHS_compliance                     | text     | M | REAL ID compliance
            DHS_compliance_text                | text     | O | REAL ID compliance text
            resident_county                    | text     | O | County of residence
            hazmat_endorsement_expiration_date | fullDate | O | Hazardous materials endorsement expires
            audit_information                  | text     | O | Audit information
            aamva_version                      | unsigned | O | AAMVA version
            """)
}

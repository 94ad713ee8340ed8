import ArgumentParser
import DrivingAuthority
import IdentityDocumentServices
import ProviderCommands

/// The app's folder, and where its office is.
struct AppOptions: ParsableArguments {
    @OptionGroup var folder: FolderOptions

    @Option(help: ArgumentHelp("The office's folder; default: beside the app's.", valueName: "dir"))
    var office: String?

    func openOffice() throws -> LicenceOffice { try LicenceOffice(folder: office ?? folder.path + "-office", at: FolderOptions.now) }

    func openApp() throws -> LicenceApp {
        try LicenceApp(folder: folder.open(), office: openOffice(), registrations: IdentityDocumentProviderRegistrationStore())
    }
}

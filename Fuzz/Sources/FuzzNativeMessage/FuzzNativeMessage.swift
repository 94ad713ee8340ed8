import Foundation
import FuzzSupport
import MobileDocument

/// What a browser extension says to the native host. A second reader of JSON must read the same in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let message = try? BrowserMessage(bytes) else { return 0 }
    guard let members = try? JSONDecoder().decode([String: String].self, from: Data(bytes)) else {
        law(false, "a message that is no object of texts")
        return 0
    }
    switch message {
    case .ping: law(members["type"] == "ping", "taken for a greeting")
    case .cancel: law(members["type"] == "cancel", "taken for the end")
    case .present(let data, let origin):
        law(members["type"] == "present", "taken for a request")
        law(members["topOrigin"] == origin, "a frame of another page asks")
        lawSaid(data, origin, members)
    case .raw(let data, let origin):
        law(members["type"] == "raw", "taken for the request's second coming")
        lawSaid(data, origin, members)
    }
    return 0
}

private func lawSaid(_ data: [UInt8], _ origin: String, _ members: [String: String]) {
    law(members["data"].map { Array($0.utf8) } == data, "the request is not what was said")
    law(members["origin"].map { Array($0.utf8) } == Array(origin.utf8), "the origin is not what was said")
}

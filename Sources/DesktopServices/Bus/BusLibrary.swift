import Glibc

/// The functions of libdbus, found when they are first needed: a machine without D-Bus runs everything else.
struct BusLibrary: Sendable {
    typealias Connection = OpaquePointer
    typealias Message = OpaquePointer
    /// A `DBusMessageIter` or `DBusError`, whose sizes are part of the library's interface.
    typealias Place = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>

    static let iteratorBytes = 128
    static let errorBytes = 64

    let busGetPrivate: @Sendable @convention(c) (Int32, Place) -> Connection?
    let openPrivate: @Sendable @convention(c) (Text, Place) -> Connection?
    let register: @Sendable @convention(c) (Connection, Place) -> UInt32
    let setExitOnDisconnect: @Sendable @convention(c) (Connection, UInt32) -> Void
    let addMatch: @Sendable @convention(c) (Connection, Text, Place?) -> Void
    let readWrite: @Sendable @convention(c) (Connection, Int32) -> UInt32
    let popMessage: @Sendable @convention(c) (Connection) -> Message?
    let send: @Sendable @convention(c) (Connection, Message, UnsafeMutablePointer<UInt32>?) -> UInt32
    let flush: @Sendable @convention(c) (Connection) -> Void
    let close: @Sendable @convention(c) (Connection) -> Void
    let releaseConnection: @Sendable @convention(c) (Connection) -> Void
    let errorInit: @Sendable @convention(c) (Place) -> Void
    let errorFree: @Sendable @convention(c) (Place) -> Void
    let newCall: @Sendable @convention(c) (Text, Text, Text, Text) -> Message?
    let newReturn: @Sendable @convention(c) (Message) -> Message?
    let newError: @Sendable @convention(c) (Message, Text, Text) -> Message?
    let releaseMessage: @Sendable @convention(c) (Message) -> Void
    let type: @Sendable @convention(c) (Message) -> Int32
    let sender: @Sendable @convention(c) (Message) -> Text?
    let path: @Sendable @convention(c) (Message) -> Text?
    let interface: @Sendable @convention(c) (Message) -> Text?
    let member: @Sendable @convention(c) (Message) -> Text?
    let replySerial: @Sendable @convention(c) (Message) -> UInt32
    let readInit: @Sendable @convention(c) (Message, Place) -> UInt32
    let next: @Sendable @convention(c) (Place) -> UInt32
    let argumentType: @Sendable @convention(c) (Place) -> Int32
    let elementType: @Sendable @convention(c) (Place) -> Int32
    let recurse: @Sendable @convention(c) (Place, Place) -> Void
    let getBasic: @Sendable @convention(c) (Place, Place) -> Void
    let getFixedArray: @Sendable @convention(c) (Place, Place, UnsafeMutablePointer<Int32>) -> Void
    let appendInit: @Sendable @convention(c) (Message, Place) -> Void
    let appendBasic: @Sendable @convention(c) (Place, Int32, UnsafeRawPointer) -> UInt32
    let appendFixedArray: @Sendable @convention(c) (Place, Int32, UnsafeRawPointer, Int32) -> UInt32
    let openContainer: @Sendable @convention(c) (Place, Int32, Text?, Place) -> UInt32
    let closeContainer: @Sendable @convention(c) (Place, Place) -> UInt32

    /// The library's file.
    static let file = "libdbus-1.so.3"
    /// Nil where the library is not installed.
    static let shared = BusLibrary(file)

    /// Nil where there is no such library.
    init?(_ file: String) {
        guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { return nil }
        var isWhole = true
        func function<Function>(_ name: String) -> Function {
            if let symbol = dlsym(library, "dbus_" + name) { return unsafeBitCast(symbol, to: Function.self) }
            isWhole = false
            // Never called: the whole is nil then.
            return unsafeBitCast(library, to: Function.self)
        }
        busGetPrivate = function("bus_get_private")
        openPrivate = function("connection_open_private")
        register = function("bus_register")
        setExitOnDisconnect = function("connection_set_exit_on_disconnect")
        addMatch = function("bus_add_match")
        readWrite = function("connection_read_write")
        popMessage = function("connection_pop_message")
        send = function("connection_send")
        flush = function("connection_flush")
        close = function("connection_close")
        releaseConnection = function("connection_unref")
        errorInit = function("error_init")
        errorFree = function("error_free")
        newCall = function("message_new_method_call")
        newReturn = function("message_new_method_return")
        newError = function("message_new_error")
        releaseMessage = function("message_unref")
        type = function("message_get_type")
        sender = function("message_get_sender")
        path = function("message_get_path")
        interface = function("message_get_interface")
        member = function("message_get_member")
        replySerial = function("message_get_reply_serial")
        readInit = function("message_iter_init")
        next = function("message_iter_next")
        argumentType = function("message_iter_get_arg_type")
        elementType = function("message_iter_get_element_type")
        recurse = function("message_iter_recurse")
        getBasic = function("message_iter_get_basic")
        getFixedArray = function("message_iter_get_fixed_array")
        appendInit = function("message_iter_init_append")
        appendBasic = function("message_iter_append_basic")
        appendFixedArray = function("message_iter_append_fixed_array")
        openContainer = function("message_iter_open_container")
        closeContainer = function("message_iter_close_container")
        guard isWhole else { return nil }
    }
}

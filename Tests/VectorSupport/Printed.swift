/// Everything that printing, debugging or dumping a value shows.
public func printed<Value>(_ value: Value) -> String {
    var text = "\(value)\n" + String(describing: value) + "\n" + String(reflecting: value) + "\n"
    dump(value, to: &text)
    dump([value], to: &text)
    return text
}

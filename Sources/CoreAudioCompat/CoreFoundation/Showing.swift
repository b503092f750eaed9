/// Writes a dictionary, an array or a set to standard error.
///
/// - Returns: whether it was one; `CFShow` itself knows the other objects.
@implementation @c public func KKShowCollection(_ obj: UnsafeRawPointer?) -> Bool {
    guard let obj, let words = shownText(of: Unmanaged<AnyObject>.fromOpaque(obj).takeUnretainedValue()) else {
        return false
    }
    FileHandle.standardError.write(Data(words.utf8))
    return true
}

/// A line for each element, in the same order each time, and no addresses; `nil` for what is not a collection.
package func shownText(of object: AnyObject) -> String? {
    switch object {
    case let dictionary as NSDictionary:
        "{\n" + dictionary.map { "    \($0.key) = \($0.value)\n" }.sorted().joined() + "}\n"
    case let array as NSArray: "(\n" + array.map { "    \($0)\n" }.joined() + ")\n"
    case let set as NSSet: "{(\n" + set.map { "    \($0)\n" }.sorted().joined() + ")}\n"
    default: nil
    }
}

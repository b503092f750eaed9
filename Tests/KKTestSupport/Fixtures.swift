/// The paths of the project's fixtures, found from this file's own place.
public enum Fixtures {
    public static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()

    public static func path(_ name: String) -> String { "\(root)/fixtures/\(name)" }
}

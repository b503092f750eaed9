/// A filter for cases or jobs: a part of a name, or a pattern with `*` and `?` for the whole name.
public struct NameFilter: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public func contains(_ name: String) -> Bool {
        guard text.contains(where: { $0 == "*" || $0 == "?" }) else { return name.contains(text) }
        return Self.matches(Array(text), Array(name))
    }

    /// One walk with one place to fall back to: the last star.
    private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var (p, n) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, n)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == name[n] {
                (p, n) = (p + 1, n + 1)
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (p, n) = (last.pattern + 1, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}

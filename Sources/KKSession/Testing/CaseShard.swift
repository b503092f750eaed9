internal import KKPCM

/// One of several machines that share the cases of a run: `2/5` is the second of five. A case's name alone decides whose it is.
public struct CaseShard: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let number: Int
    public let count: Int

    /// Reads `2/5`.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(digits: parts[0]), let count = Int64(digits: parts[1]),
            (1...100_000).contains(count), (1...count).contains(number)
        else {
            throw SessionError(.usage, "'\(text)' is not a shard", nextStep: "write i/n, counted from 1: --shard 2/5")
        }
        (self.number, self.count) = (Int(number), Int(count))
    }

    public func contains(_ name: String) -> Bool { Self.hash(name) % UInt64(count) == UInt64(number - 1) }

    public var description: String { "\(number)/\(count)" }

    /// FNV-1a, 64 bits, of the name's UTF-8 (G. Fowler, L. Noll, K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*), folded once more, because its
    /// low bits alone follow the name's last letter.
    private static func hash(_ name: String) -> UInt64 {
        let value = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return value ^ value >> 32
    }
}

/// Which cases are meant: a part of a name, or with `*` and `?` a pattern for all of it.
public struct CaseFilter: Hashable, Sendable {
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

internal import KKMath

internal import KKPCM
public import KKSession

/// A part of the cases or jobs of a run: `2/5` is the second of five. Only its name decides the shard of a case or job,
/// so shards are the same on every machine and do not change when other names are added or removed. A shard may be
/// empty.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let number: Int
    public let count: Int

    /// All of it.
    public static let whole = Shard(number: 1, count: 1)
    /// The maximum number of shards, more than any system uses.
    public static let mostShards: Int64 = 10_000_000

    private init(number: Int, count: Int) {
        (self.number, self.count) = (number, count)
    }

    /// - Parameter number: from 1; `nil` comes back for one that is not among `count`.
    init?(_ number: Int64, of count: Int64) {
        guard (1...Self.mostShards).contains(count), (1...count).contains(number) else { return nil }
        self.init(number: Int(number), count: Int(count))
    }

    /// Reads `2/5`.
    ///
    /// - Throws: `usage` for everything else.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(digits: parts[0]), let count = Int64(digits: parts[1]),
            let shard = Shard(number, of: count)
        else {
            throw SessionError(
                .usage, "'\(text)' is not a shard", nextStep: "write i/n, counted from 1, as in 2/5, or auto")
        }
        self = shard
    }

    /// Reads `2/5`, or for `auto` the variables of the system that started the process.
    ///
    /// - Parameter variable: returns the value of an environment variable; `nil` if it is not set.
    /// - Throws: `usage` for another text, and what ``automatic(variable:)`` throws.
    public init(parsing text: String, variable: (String) -> String?) throws(SessionError) {
        self = text == "auto" ? try Self.automatic(variable: variable).shard : try Shard(parsing: text)
    }

    public func contains(_ name: String) -> Bool { Self.hash(name) % UInt64(count) == UInt64(number - 1) }

    public var description: String { "\(number)/\(count)" }

    /// FNV-1a, 64 bits, of the name's UTF-8 (G. Fowler, L. Noll, K.-P. Vo, *The FNV Non-Cryptographic Hash Algorithm*),
    /// folded once more, because its low bits alone follow the name's last letter.
    private static func hash(_ name: String) -> UInt64 {
        let value = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return value ^ value >> 32
    }
}

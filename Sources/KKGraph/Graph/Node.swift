/// A member of an ``AudioGraph``: `AUNode`, a number from 1 that is never reused in the same graph.
public struct Node: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    public let id: Int32

    public init(id: Int32) {
        self.id = id
    }

    /// `node 3`
    public var description: String { "node \(id)" }

    public static func < (left: Node, right: Node) -> Bool { left.id < right.id }
}

public import KKPCM

/// A chunk in memory, to be written to a file of any type.
public struct StoredChunk: Hashable, Sendable {
    public var id: FourCharCode
    /// The content, without header and padding.
    public var bytes: [UInt8]
    /// Of a Wave64 chunk whose GUID ends in another way than most do: the twelve bytes after its first four.
    package var guidTail: [UInt8]?

    public init(id: FourCharCode, bytes: [UInt8]) {
        (self.id, self.bytes) = (id, bytes)
    }

    package init(id: FourCharCode, bytes: [UInt8], guidTail: [UInt8]?) {
        (self.id, self.bytes, self.guidTail) = (id, bytes, guidTail)
    }
}

internal import KKPCM

/// The SHA-256 of bytes, as from `sha256sum`: it identifies a file, while ``PCMHash`` identifies its samples.
///
/// ## Allocation
/// In `init`, and the text of the digest. libcrypto is loaded with the first hash.
public final class ByteHash {
    private let handle: HashHandle

    /// - Throws: `AnalysisError` of the kind `unavailable` if libcrypto cannot be loaded.
    public init() throws(AnalysisError) {
        handle = try HashHandle()
    }

    public func add(_ bytes: ArraySlice<UInt8>) { handle.add(bytes) }

    public func add(_ bytes: [UInt8]) { handle.add(bytes[...]) }

    /// 64 hexadecimal digits. Nothing may be added afterwards.
    public func digest() -> String { HashText.digits(handle.finish()) }
}

enum HashText {
    /// Two hexadecimal digits for each byte.
    static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

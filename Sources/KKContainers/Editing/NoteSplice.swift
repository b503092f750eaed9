/// Bytes that take the place of others in a file: nothing of its audio.
package struct NoteSplice {
    /// Of the file as it was.
    package var range: Range<Int64>
    package var bytes: [UInt8]

    /// How much longer the file becomes.
    package var growth: Int64 { Int64(bytes.count) - Int64(range.count) }
}

internal import CLanes
internal import KKDSP

extension InstructionSet {
    /// Stereo frames of 24-bit little-endian integers to Float32; the number of frames done, from the first one on.
    @unsafe
    func unpackStereo24(
        _ bytes: UnsafeRawPointer, _ count: Int, _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>
    ) -> Int {
        unsafe lanes_unpack_stereo24(lanes, bytes.assumingMemoryBound(to: UInt8.self), count, left, right)
    }
}

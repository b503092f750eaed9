internal import CCrypto
internal import KKCodecs
internal import KKPCM

/// One SHA-256 of libcrypto, owned and freed by this value. The only place that calls the library.
@safe
struct HashHandle: ~Copyable {
    private let context: OpaquePointer

    init() throws(AnalysisError) {
        if let trouble = SharedLibrary.libcrypto.trouble {
            throw AnalysisError(
                .unavailable, "libcrypto cannot be loaded (\(trouble))",
                nextStep: "\(SharedLibrary.libcrypto.remedy), or measure without the hash")
        }
        guard let context = unsafe EVP_MD_CTX_new() else { throw Self.refusal }
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            throw Self.refusal
        }
        unsafe self.context = unsafe context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    private static var refusal: AnalysisError {
        AnalysisError(.unavailable, "libcrypto gives no SHA-256", nextStep: "measure without the hash")
    }

    /// Adds `count` words as little-endian bytes.
    func add(_ words: borrowing [UInt32], count: Int) {
        precondition(count <= words.count, "words outside the array")
        // A digest that has been set up refuses no bytes.
        _ = unsafe words.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, 4 * count) }
    }

    /// Adds bytes as they are.
    func add(_ bytes: borrowing ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    }

    /// The digest, 32 bytes. Nothing is added after it.
    func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = unsafe digest.withUnsafeMutableBufferPointer { unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil) }
        return digest
    }
}

extension PCMBuffer {
    /// Puts the bits of `frames`, interleaved and little-endian, to the start of `words`. A negative zero becomes a
    /// zero.
    func interleave(_ frames: Range<Int>, to words: inout [UInt32]) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCapacity, "frames outside the buffer")
        precondition(frames.count * channelCount <= words.count, "words outside the array")
        let step = channelCount
        unsafe words.withUnsafeMutableBufferPointer { words in
            guard let first = words.baseAddress else { return }
            if step == 2 {
                // Both at once, which the compiler turns into vectors.
                let left = unsafe channelPointer(0) + frames.lowerBound,
                    right = unsafe channelPointer(1) + frames.lowerBound
                for index in 0..<frames.count {
                    unsafe first[2 * index] = left[index].hashedBits
                    unsafe first[2 * index + 1] = right[index].hashedBits
                }
                return
            }
            for channel in 0..<step {
                let samples = unsafe channelPointer(channel) + frames.lowerBound
                for index in 0..<frames.count { unsafe first[step * index + channel] = samples[index].hashedBits }
            }
        }
    }
}

extension Float {
    fileprivate var hashedBits: UInt32 { (bitPattern == 0x8000_0000 ? 0 : bitPattern).littleEndian }
}

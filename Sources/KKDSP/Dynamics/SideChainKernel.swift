public import KKPCM

/// The kernel of an effect with a side chain: the second bus brings a key, which controls the effect instead of the
/// processed sound.
///
/// Without a key, the sound itself controls the effect.
public protocol SideChainKernel: EffectKernel, ~Copyable {
    /// Works on `frames` of every channel of `buffer`, in place, as the same frames of `key` say.
    ///
    /// - Parameter key: of any number of channels; the frames are within its length.
    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, key: borrowing PCMBuffer)
}

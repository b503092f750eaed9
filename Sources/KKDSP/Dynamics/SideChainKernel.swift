public import KKPCM

/// The arithmetic of an effect that may listen to another sound than the one that it changes: the key, which comes in at
/// a second bus, the side chain.
///
/// Without a key it is an effect like others, and listens to the sound itself.
public protocol SideChainKernel: EffectKernel, ~Copyable {
    /// Works on `frames` of every channel of `buffer`, in place, as the same frames of `key` say.
    ///
    /// - Parameter key: of any number of channels; the frames are within its length.
    mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, key: borrowing PCMBuffer)
}

internal import KKPCM

/// The sampler settings of a sound, without its loops: WAV's `inst`, AIFF's `INST`, CAF's `inst`.
///
/// Source: Microsoft, "New Multimedia Data Types and Data Techniques" (1994); Apple, Audio Interchange File Format
/// (1989); Apple, Core Audio Format.
public struct SamplerInstrument: Hashable, Sendable {
    /// The note of the unshifted sound; 60 is middle C.
    public var baseNote: UInt8 = 60
    /// Cents, −50 … 50.
    public var detune: Int8 = 0
    public var lowNote: UInt8 = 0
    public var highNote: UInt8 = 127
    public var lowVelocity: UInt8 = 1
    public var highVelocity: UInt8 = 127
    /// Decibels.
    public var gain: Int16 = 0

    public init() {}

    /// - Parameter fields: of WAV, note, detune, gain, and the limits.
    init?(wave fields: Fields) {
        guard let note = fields.byte(0), let detune = fields.byte(1), let gain = fields.byte(2),
            let lowNote = fields.byte(3), let highNote = fields.byte(4), let lowVelocity = fields.byte(5),
            let highVelocity = fields.byte(6)
        else { return nil }
        (baseNote, self.detune, self.gain) = (note, Int8(bitPattern: detune), Int16(Int8(bitPattern: gain)))
        (self.lowNote, self.highNote) = (lowNote, highNote)
        (self.lowVelocity, self.highVelocity) = (lowVelocity, highVelocity)
    }

    /// - Parameter fields: of AIFF, note, detune, the limits, gain, and two loops.
    init?(aiff fields: Fields) {
        guard let note = fields.byte(0), let detune = fields.byte(1), let lowNote = fields.byte(2),
            let highNote = fields.byte(3), let lowVelocity = fields.byte(4), let highVelocity = fields.byte(5),
            let gain = fields.uint16(6)
        else { return nil }
        (baseNote, self.detune, self.gain) = (note, Int8(bitPattern: detune), Int16(bitPattern: gain))
        (self.lowNote, self.highNote) = (lowNote, highNote)
        (self.lowVelocity, self.highVelocity) = (lowVelocity, highVelocity)
    }

    init(_ caf: CAFInstrument) {
        // A number beyond the notes is none.
        let cents = caf.baseNote.isFinite ? (min(127, max(0, caf.baseNote)) * 100).rounded() : 6000
        let note = (cents / 100).rounded()
        (baseNote, detune) = (UInt8(note), Int8(cents - note * 100))
        (lowNote, highNote) = (caf.lowNote, caf.highNote)
        (lowVelocity, highVelocity) = (caf.lowVelocity, caf.highVelocity)
        gain = caf.gain.isFinite ? Int16(min(1000, max(-1000, caf.gain)).rounded()) : 0
    }

    var waveChunk: StoredChunk {
        StoredChunk(
            id: "inst",
            bytes: [
                baseNote, UInt8(bitPattern: detune), UInt8(bitPattern: Int8(clamping: gain)), lowNote, highNote,
                lowVelocity, highVelocity,
            ])
    }

    /// `INST` without loops.
    var aiffBytes: [UInt8] {
        var bytes = HeaderBytes()
        bytes.append([baseNote, UInt8(bitPattern: detune), lowNote, highNote, lowVelocity, highVelocity])
        bytes.big(gain)
        return bytes.bytes + [UInt8](repeating: 0, count: 12)
    }

    package var cafChunk: StoredChunk {
        StoredChunk(
            CAFInstrument(
                baseNote: Float(baseNote) + Float(detune) / 100, lowNote: lowNote, highNote: highNote,
                lowVelocity: lowVelocity, highVelocity: highVelocity, gain: Float(gain)))
    }
}

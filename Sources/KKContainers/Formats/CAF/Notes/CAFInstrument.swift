public import KKPCM

/// The `inst` chunk: sampler settings (Instrument Chunk).
public struct CAFInstrument: CAFContent {
    public static let chunkType: FourCharCode = "inst"

    /// The note of the unshifted audio, 0 … 127; 60 is middle C. The fraction is in hundredths of a semitone
    /// (`mBaseNote`).
    public var baseNote: Float
    /// The lowest note, 0 … 127 (`mMIDILowNote`).
    public var lowNote: UInt8
    /// The highest note, 0 … 127 (`mMIDIHighNote`).
    public var highNote: UInt8
    /// The lowest velocity, 1 … 127 (`mMIDILowVelocity`).
    public var lowVelocity: UInt8
    /// The highest velocity, 1 … 127 (`mMIDIHighVelocity`).
    public var highVelocity: UInt8
    /// In decibels; 0 for unchanged level (`mdBGain`).
    public var gain: Float
    /// The id of the region that is played first; 0 for none (`mStartRegionID`).
    public var startRegionID: UInt32
    /// The id of the region that is played while the key is held; 0 for none (`mSustainRegionID`).
    public var sustainRegionID: UInt32
    /// The id of the region that is played after release; 0 for none (`mReleaseRegionID`).
    public var releaseRegionID: UInt32
    /// The id of the instrument's name in the strings; 0 for none (`mInstrumentID`).
    public var instrumentID: UInt32

    public init(
        baseNote: Float = 60, lowNote: UInt8 = 0, highNote: UInt8 = 127, lowVelocity: UInt8 = 1,
        highVelocity: UInt8 = 127, gain: Float = 0,
        startRegionID: UInt32 = 0, sustainRegionID: UInt32 = 0, releaseRegionID: UInt32 = 0, instrumentID: UInt32 = 0
    ) {
        self.baseNote = baseNote
        self.lowNote = lowNote
        self.highNote = highNote
        self.lowVelocity = lowVelocity
        self.highVelocity = highVelocity
        self.gain = gain
        self.startRegionID = startRegionID
        self.sustainRegionID = sustainRegionID
        self.releaseRegionID = releaseRegionID
        self.instrumentID = instrumentID
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        baseNote = try cursor.float("the base note")
        lowNote = try cursor.number("the lowest note")
        highNote = try cursor.number("the highest note")
        lowVelocity = try cursor.number("the lowest velocity")
        highVelocity = try cursor.number("the highest velocity")
        gain = try cursor.float("the gain")
        startRegionID = try cursor.number("the start region")
        sustainRegionID = try cursor.number("the sustain region")
        releaseRegionID = try cursor.number("the release region")
        instrumentID = try cursor.number("the instrument's id")
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(baseNote)
        for limit in [lowNote, highNote, lowVelocity, highVelocity] { header.big(limit) }
        header.big(gain)
        for id in [startRegionID, sustainRegionID, releaseRegionID, instrumentID] { header.big(id) }
        return header.bytes
    }
}

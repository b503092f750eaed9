public import KKPCM

/// The `inst` chunk: how a sampler plays the audio (Instrument Chunk).
public struct CAFInstrument: CAFContent {
    public static let chunkType: FourCharCode = "inst"

    /// The note of the audio as it is, 0 … 127, of which 60 is middle C; the fraction is cents by the hundred
    /// (`mBaseNote`).
    public var baseNote: Float
    /// The lowest note that plays it, 0 … 127 (`mMIDILowNote`).
    public var lowNote: UInt8
    /// The highest one, 0 … 127 (`mMIDIHighNote`).
    public var highNote: UInt8
    /// The lowest velocity that plays it, 1 … 127 (`mMIDILowVelocity`).
    public var lowVelocity: UInt8
    /// The highest one, 1 … 127 (`mMIDIHighVelocity`).
    public var highVelocity: UInt8
    /// In decibels; 0 leaves the level as it is (`mdBGain`).
    public var gain: Float
    /// The region that is played first, by its id; 0: there is none (`mStartRegionID`).
    public var startRegionID: UInt32
    /// The one that is played as long as the key is held, likewise (`mSustainRegionID`).
    public var sustainRegionID: UInt32
    /// The one that is played after that, likewise (`mReleaseRegionID`).
    public var releaseRegionID: UInt32
    /// The id of the instrument's name among the strings; 0: it has none (`mInstrumentID`).
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

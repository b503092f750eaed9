public import KKPCM

/// The `inst` chunk: how a sampler plays the audio (Instrument Chunk).
public struct CAFInstrument: CAFContent {
    public static let chunkType: FourCharCode = "inst"

    /// The note of the audio as it is; the fraction is cents (`mBaseNote`).
    public var baseNote: Float
    public var lowNote: UInt8
    public var highNote: UInt8
    public var lowVelocity: UInt8
    public var highVelocity: UInt8
    /// In decibels (`mdBGain`).
    public var gain: Float
    /// The regions by their ids; 0: there is none.
    public var startRegionID: UInt32
    public var sustainRegionID: UInt32
    public var releaseRegionID: UInt32
    /// The id of the instrument's name among the strings.
    public var instrumentID: UInt32

    public init(
        baseNote: Float = 60, lowNote: UInt8 = 0, highNote: UInt8 = 127, lowVelocity: UInt8 = 1, highVelocity: UInt8 = 127, gain: Float = 0,
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

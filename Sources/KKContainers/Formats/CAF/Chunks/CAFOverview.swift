public import KKPCM

/// Measurements of the audio at a certain edit count. They are out of date if the edit count of the data differs.
public protocol CAFMeasured: CAFContent {
    /// The edit count of the data when this was measured (`mEditCount`).
    var editCount: UInt32 { get set }
}

extension CAFMeasured {
    /// Whether the audio has been edited since.
    public func isStale(editCount: UInt32) -> Bool { self.editCount != editCount }
}

/// The `ovvw` chunk: the lowest and highest sample of each section, for drawing (Overview Chunk).
public struct CAFOverview: CAFMeasured {
    public static let chunkType: FourCharCode = "ovvw"
    /// 64 MiB: ten hours of stereo, 128 frames to a point.
    public static let byteLimit = 1 << 26

    /// The lowest and highest sample of one channel in a section; −32768 … 32767 is full scale.
    public struct Point: Hashable, Sendable {
        public var minimum: Int16
        public var maximum: Int16

        public init(minimum: Int16, maximum: Int16) {
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    public var editCount: UInt32
    /// The frames per point (`mNumFramesPerOVWSample`).
    public var framesPerPoint: UInt32
    /// Interleaved by channels.
    public var points: [Point]

    public init(editCount: UInt32 = 0, framesPerPoint: UInt32, points: [Point]) {
        self.editCount = editCount
        self.framesPerPoint = framesPerPoint
        self.points = points
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        editCount = try cursor.number("the edit count")
        framesPerPoint = try cursor.number("the frames per point")
        points = []
        points.reserveCapacity(cursor.remaining / 4)
        while cursor.remaining > 0 {
            points.append(Point(minimum: try cursor.number("a minimum"), maximum: try cursor.number("a maximum")))
        }
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(editCount)
        header.big(framesPerPoint)
        for point in points {
            header.big(point.minimum)
            header.big(point.maximum)
        }
        return header.bytes
    }
}

/// The `peak` chunk: the loudest sample of each channel (Peak Chunk).
public struct CAFPeaks: CAFMeasured {
    public static let chunkType: FourCharCode = "peak"

    public struct Peak: Hashable, Sendable {
        /// The magnitude; 1 is full scale.
        public var value: Float
        /// Its frame, counted from 0.
        public var frame: UInt64

        public init(value: Float, frame: UInt64) {
            self.value = value
            self.frame = frame
        }
    }

    /// The edit count of the data when they were measured.
    public var editCount: UInt32
    /// One per channel, in file order.
    public var peaks: [Peak]

    public init(editCount: UInt32 = 0, peaks: [Peak]) {
        self.editCount = editCount
        self.peaks = peaks
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        editCount = try cursor.number("the edit count")
        peaks = []
        while cursor.remaining > 0 {
            peaks.append(Peak(value: try cursor.float("a peak"), frame: try cursor.number("a peak's frame")))
        }
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(editCount)
        for peak in peaks {
            header.big(peak.value)
            header.big(peak.frame)
        }
        return header.bytes
    }
}

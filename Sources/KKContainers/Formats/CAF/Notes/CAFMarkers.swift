public import KKPCM

/// The `mark` chunk (Marker Chunk). The markers' names are in ``CAFStrings``, by their ids; ``CAFFile/markers()``
/// combines both.
public struct CAFMarkers: CAFRemark {
    public static let chunkType: FourCharCode = "mark"
    static let markerByteCount = 28

    /// The type of the markers' time codes (`mSMPTE_TimeType`).
    public var timeType: SMPTETimeType
    /// Without their names.
    public var markers: [AudioFileMarker]

    public init(timeType: SMPTETimeType = .none, markers: [AudioFileMarker]) {
        self.timeType = timeType
        self.markers = markers
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        try self.init(bytes, isForgiving: false)
    }

    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage) {
        var cursor = CAFCursor(bytes, isForgiving: isForgiving)
        timeType = SMPTETimeType(rawValue: try cursor.number("the type of time codes"))
        markers = try cursor.markers()
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(timeType.rawValue)
        header.append(markers)
        return header.bytes
    }

    /// Gives each marker the text under its id.
    mutating func take(names: [UInt32: String]) {
        for index in markers.indices { markers[index].name = names[markers[index].id] ?? "" }
    }
}

/// The `regn` chunk (Region Chunk). Names are in ``CAFStrings``; ``CAFFile/regions()`` combines both.
public struct CAFRegions: CAFRemark {
    public static let chunkType: FourCharCode = "regn"

    public var timeType: SMPTETimeType
    /// Without their names.
    public var regions: [AudioFileRegion]

    public init(timeType: SMPTETimeType = .none, regions: [AudioFileRegion]) {
        self.timeType = timeType
        self.regions = regions
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        try self.init(bytes, isForgiving: false)
    }

    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage) {
        var cursor = CAFCursor(bytes, isForgiving: isForgiving)
        timeType = SMPTETimeType(rawValue: try cursor.number("the type of time codes"))
        let count = try cursor.count(of: "regions", byteCount: 12)
        regions = []
        // One that is cut off takes the bytes of those after it.
        for _ in 0..<count where cursor.remaining >= 12 || !isForgiving {
            let id: UInt32 = try cursor.number("a region's id")
            let flags = AudioFileRegion.Flags(rawValue: try cursor.number("a region's flags"))
            regions.append(AudioFileRegion(id: id, flags: flags, markers: try cursor.markers()))
        }
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(timeType.rawValue)
        header.big(UInt32(regions.count))
        for region in regions {
            header.big(region.id)
            header.big(region.flags.rawValue)
            header.append(region.markers)
        }
        return header.bytes
    }

    /// Gives each region, and each marker in one, the text under its id.
    mutating func take(names: [UInt32: String]) {
        for region in regions.indices {
            regions[region].name = names[regions[region].id] ?? ""
            for index in regions[region].markers.indices {
                regions[region].markers[index].name = names[regions[region].markers[index].id] ?? ""
            }
        }
    }
}

extension CAFCursor {
    /// A count and so many markers.
    fileprivate mutating func markers() throws(CAFDamage) -> [AudioFileMarker] {
        let count = try count(of: "markers", byteCount: CAFMarkers.markerByteCount)
        var markers: [AudioFileMarker] = []
        markers.reserveCapacity(count)
        for _ in 0..<count {
            let type = AudioFileMarker.Kind(rawValue: try code("a marker's type"))
            let position = try double("a marker's position")
            let id: UInt32 = try number("a marker's id")
            var time = AudioFileMarker.Time()
            time.hours = try number("a marker's time")
            time.minutes = try number("a marker's time")
            time.seconds = try number("a marker's time")
            time.frames = try number("a marker's time")
            time.subframeSampleOffset = try number("a marker's time")
            let channel: UInt32 = try number("a marker's channel")
            markers.append(
                AudioFileMarker(framePosition: position, id: id, smpteTime: time, type: type, channel: channel))
        }
        return markers
    }
}

extension HeaderBytes {
    fileprivate mutating func append(_ markers: [AudioFileMarker]) {
        big(UInt32(markers.count))
        for marker in markers {
            code(marker.type.rawValue)
            big(marker.framePosition)
            big(marker.id)
            for part in [
                marker.smpteTime.hours, marker.smpteTime.minutes, marker.smpteTime.seconds, marker.smpteTime.frames,
            ] { big(part) }
            big(marker.smpteTime.subframeSampleOffset)
            big(marker.channel)
        }
    }
}

internal import KKAudio

extension GivenBytes {
    private static let markerSize = MemoryLayout<CCoreAudio.AudioFileMarker>.stride

    /// A list of markers, as many as it says it has.
    func markers() throws -> (markers: [FileMarker], timeType: KKContainers.SMPTETimeType) {
        let timeType = KKContainers.SMPTETimeType(rawValue: try word(0))
        return (try markers(at: 8, count: word(4)), timeType)
    }

    /// A list of regions, each after the markers of the one before.
    func regions() throws -> [FileRegion] {
        var place = 8
        var regions: [FileRegion] = []
        for _ in 0..<(try word(4)) {
            let head = MemoryLayout<CCoreAudio.AudioFileRegion>.offset(of: \.mMarkers) ?? 24
            guard count - place >= head else { throw Status(wrongSize) }
            let markers = try markers(at: place + head, count: word(place + 20))
            regions.append(
                FileRegion(
                    id: try word(place), name: try name(place + 8), flags: .init(rawValue: try word(place + 16)),
                    markers: markers))
            place += head + markers.count * Self.markerSize
        }
        return regions
    }

    /// The texts of a dictionary in the order of their keys.
    func tags() throws -> [FileProperties.Tag] {
        let object = try UnsafeRawPointer(bitPattern: value(UInt.self)).orThrow()
        let dictionary = Unmanaged<NSDictionary>.fromOpaque(object).takeUnretainedValue()
        let texts = dictionary.map { FileProperties.Tag(key: "\($0.key)", value: "\($0.value)") }
        return texts.sorted { $0.key < $1.key }
    }

    private func markers(at place: Int, count number: UInt32) throws -> [FileMarker] {
        guard place <= count, Int(number) <= (count - place) / Self.markerSize else { throw Status(wrongSize) }
        return try (0..<Int(number)).map { index in
            let start = place + index * Self.markerSize
            let own = try memory.orThrow().loadUnaligned(fromByteOffset: start, as: CCoreAudio.AudioFileMarker.self)
            let time = own.mSMPTETime
            return FileMarker(
                framePosition: own.mFramePosition, name: try name(start + 8),
                id: UInt32(bitPattern: own.mMarkerID),
                smpteTime: .init(
                    hours: time.mHours, minutes: Int8(clamping: time.mMinutes), seconds: Int8(clamping: time.mSeconds),
                    frames: Int8(clamping: time.mFrames), subframeSampleOffset: time.mSubFrameSampleOffset),
                type: .init(rawValue: FourCharCode(rawValue: own.mType)), channel: UInt32(own.mChannel))
        }
    }

    private func word(_ place: Int) throws -> UInt32 {
        guard count - place >= 4 else { throw Status(wrongSize) }
        return try memory.orThrow().loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }

    private func name(_ place: Int) throws -> String {
        let object = UnsafeRawPointer(
            bitPattern: try memory.orThrow().loadUnaligned(fromByteOffset: place, as: UInt.self))
        return object.map { Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue().description } ?? ""
    }
}

extension PropertyBytes {
    /// A list of markers, whose names the client releases.
    init(_ markers: [FileMarker], _ timeType: KKContainers.SMPTETimeType) {
        self.init([timeType.rawValue, UInt32(clamping: markers.count)])
        for marker in markers { append(marker) }
    }

    /// A list of regions, whose names and whose markers' names the client releases.
    init(_ regions: [FileRegion]) {
        self.init([0, UInt32(clamping: regions.count)] as [UInt32])
        for region in regions {
            append([region.id, 0])
            appendObject(NSString(string: region.name))
            append([region.flags.rawValue, UInt32(clamping: region.markers.count)])
            for marker in region.markers { append(marker) }
        }
    }

    private mutating func append(_ marker: FileMarker) {
        append(marker.framePosition)
        appendObject(NSString(string: marker.name))
        let time = marker.smpteTime
        append(Int32(bitPattern: marker.id))
        append([time.hours, time.minutes, time.seconds, time.frames].map { UInt8(bitPattern: $0) })
        append([time.subframeSampleOffset, marker.type.rawValue.rawValue])
        append([0, UInt16(clamping: marker.channel)] as [UInt16])
        // Up to where the next one begins.
        append(UInt32(0))
    }
}

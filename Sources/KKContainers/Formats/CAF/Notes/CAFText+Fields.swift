internal import KKPCM

extension CAFText {
    static func fields(
        of chunk: CAFChunk, in file: CAFFile, _ names: [UInt32: String]
    ) throws(AudioFileError) -> [Field] {
        switch chunk.type {
        case "desc": return reported(file.description)
        case "data":
            return [
                Field("edit count", file.audio.editCount),
                Field("audio", "\(file.audio.byteCount) bytes at byte \(file.audio.offset)"),
            ]
        case "pakt": return reported(try file.packetTable(of: chunk))
        case "chan":
            return reported(
                try file.content(CAFChannelLayout.self, of: chunk), channels: Int(file.description.channelsPerFrame))
        case "ldsc":
            return listed(try file.content(CAFFormatList.self, of: chunk).items) { item in
                Field("format", "\(item.format.streamDescription), layout \(layoutText(item.channelLayoutTag))")
            }
        case "mark":
            let list = try file.content(CAFMarkers.self, of: chunk)
            return [Field("time codes", list.timeType)]
                + listed(list.markers) { Field("marker \($0.id)", text(of: $0, names)) }
        case "regn":
            let list = try file.content(CAFRegions.self, of: chunk)
            return [Field("time codes", list.timeType)]
                + listed(list.regions) { Field("region \($0.id)", text(of: $0, names)) }
        case "strg":
            return listed(try file.content(CAFStrings.self, of: chunk).entries) { Field("string \($0.id)", $0.text) }
        case "info": return listed(try file.content(CAFInformation.self, of: chunk).entries) { Field($0.key, $0.value) }
        case "edct":
            return listed(try file.content(CAFEditComments.self, of: chunk).entries) { Field($0.key, $0.value) }
        case "inst": return reported(try file.content(CAFInstrument.self, of: chunk), names)
        case "peak":
            let peaks = try file.content(CAFPeaks.self, of: chunk)
            let channels = Array(peaks.peaks.enumerated())
            return stamp(of: peaks, in: file)
                + listed(channels) {
                    Field("channel \($0.offset + 1)", "\($0.element.value) at frame \($0.element.frame)")
                }
        case "ovvw":
            let overview = try file.content(CAFOverview.self, of: chunk)
            return stamp(of: overview, in: file)
                + reported(overview, channels: max(1, Int(file.description.channelsPerFrame)))
        case "uuid": return [Field("UUID", uuidText(try file.content(CAFUserData.self, of: chunk).uuid))]
        case "umid":
            return [Field("identifier", try file.content(CAFMaterialIdentifier.self, of: chunk).bytes.hexadecimalText)]
        default: return []
        }
    }

    private static func reported(_ description: CAFDescription) -> [Field] {
        [
            Field("sample rate", StreamDescription.rateText(description.sampleRate)),
            Field("format", description.formatID),
            Field("flags", description.formatFlags), Field("bytes per packet", description.bytesPerPacket),
            Field("frames per packet", description.framesPerPacket), Field("channels", description.channelsPerFrame),
            Field("bits per channel", description.bitsPerChannel),
        ]
    }

    private static func reported(_ table: CAFPacketTable) -> [Field] {
        [
            Field("packets", table.packetCount), Field("valid frames", table.info.validFrames),
            Field("priming frames", table.info.primingFrames),
            Field("remainder frames", table.info.remainderFrames), Field("frames in packets", table.frameCount),
            Field("bytes in packets", table.byteCount), Field("largest packet", table.maximumPacketByteCount),
        ]
    }

    private static func reported(_ layout: CAFChannelLayout, channels: Int) -> [Field] {
        [Field("tag", layoutText(layout.tag)), Field("bitmap", layout.bitmap)]
            + listed(layout.descriptions) {
                Field("channel", "\($0.label), flags \($0.flags), coordinates \($0.coordinates)")
            }
            + [Field("channels", layout.layout(channels: channels)?.name ?? "no order that is known")]
    }

    private static func reported(_ instrument: CAFInstrument, _ names: [UInt32: String]) -> [Field] {
        [
            Field("base note", instrument.baseNote), Field("notes", "\(instrument.lowNote) to \(instrument.highNote)"),
            Field("velocities", "\(instrument.lowVelocity) to \(instrument.highVelocity)"),
            Field("gain", "\(instrument.gain) dB"),
            Field("start region", instrument.startRegionID), Field("sustain region", instrument.sustainRegionID),
            Field("release region", instrument.releaseRegionID), Field("name", names[instrument.instrumentID] ?? ""),
        ]
    }

    /// Of each channel the lowest and the highest of all, then of each stretch those of its channels.
    private static func reported(_ overview: CAFOverview, channels: Int) -> [Field] {
        let points = overview.points
        let extremes = (0..<min(channels, points.count)).map { channel in
            stride(from: channel, to: points.count, by: channels).reduce(into: points[channel]) { extremes, index in
                extremes.minimum = min(extremes.minimum, points[index].minimum)
                extremes.maximum = max(extremes.maximum, points[index].maximum)
            }
        }
        return [Field("frames per point", overview.framesPerPoint), Field("points", points.count)]
            + listed(Array(extremes.enumerated())) { Field("channel \($0.offset + 1)", text(of: $0.element)) }
            + listed(Array(stride(from: 0, to: points.count, by: channels))) { first in
                let stretch = points[first..<min(first + channels, points.count)].prefix(lineLimit)
                return Field(
                    "from frame \(first / channels * Int(overview.framesPerPoint))",
                    stretch.map(text).joined(separator: ", "))
            }
    }

    private static func text(of point: CAFOverview.Point) -> String { "\(point.minimum) to \(point.maximum)" }

    private static func stamp(of measured: some CAFMeasured, in file: CAFFile) -> [Field] {
        [
            Field(
                "edit count",
                measured.isStale(editCount: file.audio.editCount)
                    ? "\(measured.editCount), stale" : "\(measured.editCount)")
        ]
    }

    private static func text(of marker: AudioFileMarker, _ names: [UInt32: String]) -> String {
        let time = marker.smpteTime
        var parts = ["frame \(StreamDescription.rateText(marker.framePosition))"]
        if marker.type != .generic { parts.append(marker.type.rawValue.description) }
        if marker.channel != 0 { parts.append("channel \(marker.channel)") }
        if time != AudioFileMarker.Time() {
            parts.append("\(time.hours):\(time.minutes):\(time.seconds):\(time.frames)+\(time.subframeSampleOffset)")
        }
        if let name = names[marker.id], !name.isEmpty { parts.append(name) }
        return parts.joined(separator: ", ")
    }

    private static func text(of region: AudioFileRegion, _ names: [UInt32: String]) -> String {
        let words: [(AudioFileRegion.Flags, String)] = [
            (.loopEnable, "loop"), (.playForward, "forward"), (.playBackward, "backward"),
        ]
        let markers = region.markers.prefix(lineLimit).map { StreamDescription.rateText($0.framePosition) }.joined(
            separator: " ")
        let rest = region.markers.count > lineLimit ? " and \(region.markers.count - lineLimit) more" : ""
        let name = names[region.id].map { $0.isEmpty ? [] : [$0] } ?? []
        return (words.filter { region.flags.contains($0.0) }.map(\.1) + ["frames \(markers)\(rest)"] + name).joined(
            separator: ", ")
    }

    /// The first items, and how many are left.
    private static func listed<Item>(_ items: [Item], _ field: (Item) -> Field) -> [Field] {
        let rest = items.count > lineLimit ? [Field("and", "\(items.count - lineLimit) more")] : []
        return items.prefix(lineLimit).map(field) + rest
    }

    /// `121, 6 channels`.
    private static func layoutText(_ tag: UInt32) -> String {
        switch tag {
        case CAFChannelLayout.usesDescriptions: "by descriptions"
        case CAFChannelLayout.usesBitmap: "by bitmap"
        default: "\(tag >> 16), \(tag & 0xFFFF) channels"
        }
    }

    /// `8-4-4-4-12` hexadecimal digits.
    private static func uuidText(_ bytes: [UInt8]) -> String {
        [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { bytes[$0].hexadecimalText }.joined(separator: "-")
    }
}

extension CAFText.Field {
    fileprivate init(_ name: String, _ value: some CustomStringConvertible) {
        self.init(name: name, value: value.description)
    }
}

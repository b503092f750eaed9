internal import KKPCM

extension ContainerFormat {
    /// What has no parser here: libavformat takes it apart, by the one demuxer that the file's first bytes call for,
    /// and libavcodec decodes its packets (``DemuxedCodec``).
    ///
    /// An ending that others use for their files (`.ts`, `.dts`) is in no list: such a file is found by its bytes.
    static let demuxed = ContainerFormat(
        kinds: [
            Kind(
                type: .asf, typeID: "ASF ", name: "ASF", extensions: ["wma", "asf", "wmv"],
                mimeTypes: ["audio/x-ms-wma", "video/x-ms-wmv", "video/x-ms-asf"], demuxer: "asf"),
            Kind(
                type: .mpegTS, typeID: "M2TS", name: "MPEG-TS", extensions: ["m2ts", "mts"], mimeTypes: ["video/mp2t"],
                demuxer: "mpegts"),
            Kind(
                type: .mpegPS, typeID: "MPPS", name: "MPEG-PS", extensions: ["mpg", "mpeg", "vob"],
                mimeTypes: ["video/mpeg"], demuxer: "mpeg"),
            Kind(
                type: .avi, typeID: "AVI ", name: "AVI", extensions: ["avi"], mimeTypes: ["video/x-msvideo"],
                demuxer: "avi"),
            Kind(type: .flv, typeID: "FLV ", name: "FLV", extensions: ["flv"], demuxer: "flv"),
            Kind(type: .tta, typeID: "TTA1", name: "TTA", extensions: ["tta"], demuxer: "tta"),
            Kind(type: .dts, typeID: "DTS ", name: "DTS", demuxer: "dts"),
            Kind(type: .latm, typeID: "loas", name: "LATM", extensions: ["latm", "loas"], demuxer: "loas"),
            Kind(type: .ape, typeID: "APE ", name: "Monkey's Audio", extensions: ["ape"], demuxer: "ape"),
            Kind(type: .tak, typeID: "TAK ", name: "TAK", extensions: ["tak"], demuxer: "tak"),
            Kind(type: .musepack7, typeID: "MPC7", name: "Musepack SV7", demuxer: "mpc"),
            Kind(type: .musepack, typeID: "MPC8", name: "Musepack", extensions: ["mpc"], demuxer: "mpc8"),
            Kind(type: .oma, typeID: "OMA ", name: "OMA", extensions: ["oma", "aa3"], demuxer: "oma"),
            Kind(type: .realMedia, typeID: "RMF ", name: "RealMedia", extensions: ["rm", "ra"], demuxer: "rm"),
            Kind(type: .shorten, typeID: "SHRN", name: "Shorten", extensions: ["shn"], demuxer: "shn"),
            Kind(type: .voice, typeID: "VOC ", name: "Creative Voice", extensions: ["voc"], demuxer: "voc"),
            Kind(type: .amiga, typeID: "8SVX", name: "8SVX", extensions: ["8svx"], demuxer: "iff"),
            Kind(type: .xWMA, typeID: "XWMA", name: "xWMA", extensions: ["xwma"], demuxer: "xwma"),
        ],
        signature: { head in DemuxedSignature.fileType(head) },
        signatureByteCount: { head in DemuxedSignature.byteCount(head) },
        inputs: [
            InputFormats.Row(name: "ASF", reader: "libavformat", encodings: "wma1 wma2"),
            InputFormats.Row(name: "MPEG-TS, MPEG-PS", reader: "libavformat", encodings: "aac mp2 ac3"),
            InputFormats.Row(name: "AVI", reader: "libavformat", encodings: "s16 mp3"),
            InputFormats.Row(name: "FLV", reader: "libavformat", encodings: "mp3"),
            InputFormats.Row(name: "TTA", reader: "libavformat", encodings: "tta"),
            InputFormats.Row(name: "DTS", reader: "libavformat", encodings: "dts"),
            InputFormats.Row(name: "LATM", reader: "libavformat", encodings: "aac"),
        ])
}

/// What the first bytes of a file say that is for libavformat.
private enum DemuxedSignature {
    static func fileType(_ head: Span<UInt8>) -> FileType? {
        guard head.count >= 4 else { return nil }
        switch head.bigEndian32(at: 0) {
        case 0x3026_B275: return .asf
        case 0x0000_01BA: return .mpegPS
        // In words of 16 and 14 bits, of either byte order.
        case 0x7FFE_8001, 0xFE7F_0180, 0x1FFF_E800, 0xFF1F_00E8: return .dts
        case 0x2E72_61FD: return .realMedia
        default: break
        }
        if head.has("RIFF", at: 0), head.count >= 12 {
            return head.has("AVI ", at: 8) ? .avi : head.has("XWMA", at: 8) ? .xWMA : nil
        }
        if head.has("FORM", at: 0), head.has("8SVX", at: 8) { return .amiga }
        for (magic, type) in magics where head.has(magic, at: 0) { return type }
        return isTransport(head, packet: 188, at: 0) || isTransport(head, packet: 192, at: 4)
            ? .mpegTS : isLATM(head) ? .latm : nil
    }

    private static let magics: [(StaticString, FileType)] = [
        ("FLV\u{1}", .flv), ("TTA1", .tta), ("MAC ", .ape), ("tBaK", .tak), ("MP+", .musepack7), ("MPCK", .musepack),
        ("EA3\u{1}", .oma), ("ea3\u{3}", .oma), (".RMF", .realMedia), ("ajkg", .shorten),
        ("Creative Voice File", .voice),
    ]

    /// Four packets of a transport stream (ISO/IEC 13818-1, 2.4.3.2), which begin with 0x47.
    private static func isTransport(_ head: Span<UInt8>, packet: Int, at start: Int) -> Bool {
        (0..<4).allSatisfy { start + $0 * packet < head.count && head[start + $0 * packet] == 0x47 }
    }

    /// Three packets of LOAS (ISO/IEC 14496-3, 1.7.2), one after the other, or all there are: 11 bits of sync, 13 of
    /// length.
    private static func isLATM(_ head: Span<UInt8>) -> Bool {
        var place = 0
        for packet in 0..<3 {
            if packet > 0, place == head.count { return true }
            guard place + 3 <= min(head.count, latmByteCount), isLATMPacket(head, at: place) else { return false }
            place += 3 + (Int(head[place + 1] & 0x1F) << 8 | Int(head[place + 2]))
        }
        return true
    }

    private static func isLATMPacket(_ head: Span<UInt8>, at place: Int) -> Bool {
        place + 1 < head.count && head[place] == 0x56 && head[place + 1] & 0xE0 == 0xE0
    }

    /// Where three packets of LOAS begin.
    private static let latmByteCount = 4096

    /// What a stream of packets takes to be told from others, where nothing else claims its start.
    static func byteCount(_ head: Span<UInt8>) -> Int {
        guard head.count >= 12, FormatProbe.signature(head) == nil else { return 12 }
        if isLATMPacket(head, at: 0) { return latmByteCount }
        return head[0] == 0x47 || head[4] == 0x47 ? 5 + 3 * 192 : 12
    }
}

import KKPCM
import Testing

@testable import KKFiles

/// The chunks byte by byte, against arrays written by hand from the specification's tables.
@Suite struct CAFContentTests {
    @Test func `every chunk has the specification's bytes, and comes out of them again`() throws {
        for sample in CAFSamples.all { try sample.check() }
        #expect(Set(CAFSamples.all.map(\.type)).count == 17)
    }

    @Test func `a chunk that is cut anywhere is damage at its end, or what it was cut to`() throws {
        for sample in CAFSamples.all { sample.checkCuts() }
    }

    @Test func `the little-endian flag has the opposite sense to a stream description's`() throws {
        let little = CAFDescription(
            sampleRate: 48_000, formatID: .linearPCM, formatFlags: 2, bytesPerPacket: 4, framesPerPacket: 1,
            channelsPerFrame: 2, bitsPerChannel: 16)
        #expect(
            little.streamDescription == .linearPCM(sampleRate: 48_000, channels: 2, bits: 16, flags: .isSignedInteger))
        let formats: [StreamDescription] = [
            .linearPCM(sampleRate: 44_100, channels: 1, bits: 8, flags: .isSignedInteger),
            .linearPCM(sampleRate: 44_100, channels: 3, bits: 24, flags: [.isSignedInteger, .isBigEndian]),
            .linearPCM(sampleRate: 44_100, channels: 2, bits: 20, containerBits: 24, flags: .isSignedInteger),
            .linearPCM(sampleRate: 96_000, channels: 2, bits: 64, flags: [.isFloat, .isBigEndian]),
            StreamDescription(
                sampleRate: 8000, formatID: .uLaw, bytesPerPacket: 1, framesPerPacket: 1, bytesPerFrame: 1,
                channelsPerFrame: 1, bitsPerChannel: 8),
            StreamDescription(
                sampleRate: 44_100, formatID: "aac ", formatFlags: FormatFlags(rawValue: 2), framesPerPacket: 1024,
                channelsPerFrame: 2),
        ]
        for format in formats { #expect(CAFDescription(format)?.streamDescription == format) }
        #expect(CAFDescription(.linearPCM(sampleRate: 44_100, channels: 1, bits: 8, flags: [])) == nil)
        #expect(CAFDescription(.canonical(sampleRate: 44_100, channels: 2)) == nil)
    }

    @Test func `counts are compared with the bytes before anything is made for them`() throws {
        let billion: Bytes = .be(0xFFFF_FFFF as UInt32)
        let zero: Bytes = .be(0 as UInt32)
        #expect(damage { try CAFMarkers(bytes: (zero + billion + .zeros(28)).all) }?.offset == 4)
        #expect(damage { try CAFRegions(bytes: (zero + billion + .zeros(24)).all) }?.offset == 4)
        #expect(
            damage { try CAFRegions(bytes: (zero + .be(1 as UInt32, 7, 1) + billion + .zeros(28)).all) }?.offset == 16)
        #expect(damage { try CAFStrings(bytes: (billion + .zeros(24)).all) }?.offset == 0)
        #expect(damage { try CAFInformation(bytes: (billion + .zeros(24)).all) }?.offset == 0)
        #expect(damage { try CAFChannelLayout(bytes: (zero + zero + billion + .zeros(20)).all) }?.offset == 8)
        let two: Bytes = .be(2 as UInt32)
        #expect(damage { try CAFMarkers(bytes: (zero + two + .zeros(55)).all) }?.offset == 4)
        #expect(damage { try CAFStrings(bytes: (two + .zeros(23)).all) }?.offset == 0)
    }

    @Test func `strings out of their chunk are damage, and shared ones cannot make a small chunk huge`() throws {
        func entry(_ id: UInt32, _ offset: Int64) -> Bytes { .be(id) + .be(offset) }
        let text: Bytes = .text("one\0")
        let shared = try CAFStrings(bytes: (.be(2 as UInt32) + entry(1, 0) + entry(2, 1) + text).all)
        #expect(shared.entries == [.init(id: 1, text: "one"), .init(id: 2, text: "ne")])
        for offset: Int64 in [-1, 4, .max, .min] {
            let bytes: Bytes = .be(1 as UInt32) + entry(1, offset) + text
            #expect(damage { try CAFStrings(bytes: bytes.all) }?.offset == 8)
        }
        #expect(damage { try CAFStrings(bytes: (.be(1 as UInt32) + entry(1, 0) + .text("open")).all) }?.offset == 16)
        let count = 20_000
        let long = [UInt8](repeating: 0x61, count: 4000) + [0]
        let pile = (0..<count).reduce(into: Bytes.be(UInt32(count)).all) { $0 += entry(UInt32($1), 0).all } + long
        #expect(damage { try CAFStrings(bytes: pile) }?.problem.contains("overlap") == true)
    }

    @Test func `text that is no UTF-8 is Latin-1`() throws {
        let bytes: Bytes = .be(1 as UInt32) + .text("title\0") + .raw([0x43, 0x61, 0x66, 0xE9, 0])
        #expect(try CAFInformation(bytes: bytes.all).entries == [.init(key: "title", value: "Café")])
    }

    @Test func `an overview and peaks are stale when the audio has another edit count`() {
        #expect(!CAFOverview(editCount: 3, framesPerPoint: 64, points: []).isStale(editCount: 3))
        #expect(CAFPeaks(editCount: 3, peaks: []).isStale(editCount: 4))
    }

    private func damage<Content>(_ body: () throws -> Content) -> CAFDamage? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? CAFDamage
        }
    }
}

/// A value of each kind of chunk, and its bytes by hand.
struct CAFSamples {
    let type: FourCharCode
    let content: [UInt8]
    let check: () throws -> Void
    let checkCuts: () -> Void

    init<Content: CAFContent>(_ value: Content, _ bytes: Bytes, isRaw: Bool = false) {
        type = Content.chunkType
        content = bytes.all
        check = {
            #expect(value.bytes == bytes.all, "\(Content.chunkType)")
            let read = try Content(bytes: bytes.all)
            #expect(read == value, "\(Content.chunkType)")
        }
        checkCuts = {
            for count in 0..<bytes.count {
                let cut = Array(bytes.all[..<count])
                do throws(CAFDamage) {
                    let content = try Content(bytes: cut)
                    #expect(content.bytes == cut, "\(Content.chunkType) of \(count) bytes")
                } catch {
                    #expect(
                        (0...count).contains(error.offset) && !isRaw, "\(Content.chunkType) of \(count) bytes: \(error)"
                    )
                }
            }
        }
    }

    private static let markers = [
        AudioFileMarker(
            framePosition: 0.5, id: 7,
            smpteTime: .init(hours: 1, minutes: 2, seconds: 3, frames: 4, subframeSampleOffset: 5), type: .index,
            channel: 2),
        AudioFileMarker(framePosition: 44_100, id: 8),
    ]
    private static let markerBytes: Bytes =
        .text("indx") + .raw([0x3F, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3, 4, 0, 0, 0, 5, 0, 0, 0, 2])
        + .raw([0, 0, 0, 0, 0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    private static let description = CAFDescription(
        sampleRate: 44_100, formatID: "aac ", formatFlags: 2, bytesPerPacket: 0, framesPerPacket: 1024,
        channelsPerFrame: 2, bitsPerChannel: 0)
    private static let descriptionBytes: Bytes =
        .raw([0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0]) + .text("aac ")
        + .raw([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    private static let identifier = (0..<64).map(UInt8.init)
    private static let uuid = (100..<116).map(UInt8.init)

    static var all: [CAFSamples] {
        [
            CAFSamples(description, descriptionBytes),
            CAFSamples(
                CAFFormatList(items: [.init(format: description, channelLayoutTag: 101 << 16 | 2)]),
                descriptionBytes + .raw([0, 101, 0, 2])),
            CAFSamples(
                CAFChannelLayout(
                    tag: 0, bitmap: 0, descriptions: [.init(label: .left, flags: 2, coordinates: [-30, 0, 1])]),
                .raw([
                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0xC1, 0xF0, 0, 0, 0, 0, 0, 0, 0x3F,
                    0x80, 0, 0,
                ])),
            CAFSamples(CAFChannelLayout(tag: 1 << 16, bitmap: 0x3F), .raw([0, 1, 0, 0, 0, 0, 0, 0x3F, 0, 0, 0, 0])),
            CAFSamples(CAFMarkers(timeType: .fps25, markers: markers), .raw([0, 0, 0, 2, 0, 0, 0, 2]) + markerBytes),
            CAFSamples(
                CAFRegions(
                    timeType: .none,
                    regions: [
                        .init(id: 9, flags: [.loopEnable, .playBackward], markers: markers), .init(id: 10, markers: []),
                    ]),
                .raw([0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 2]) + markerBytes
                    + .raw([0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0])),
            CAFSamples(
                CAFStrings(entries: [.init(id: 7, text: "né"), .init(id: 8, text: "")]),
                .raw([0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 4])
                    + .text("né\0\0")),
            CAFSamples(
                CAFInformation(entries: [.init(key: "title", value: "Song"), .init(key: "x", value: "")]),
                .raw([0, 0, 0, 2]) + .text("title\0Song\0x\0\0")),
            CAFSamples(
                CAFEditComments(entries: [.init(key: "2005-10-07T16:22:54Z", value: "cut")]),
                .raw([0, 0, 0, 1]) + .text("2005-10-07T16:22:54Z\0cut\0")),
            CAFSamples(
                CAFInstrument(
                    baseNote: 60.5, lowNote: 10, highNote: 100, lowVelocity: 1, highVelocity: 127, gain: -6,
                    startRegionID: 1, sustainRegionID: 2,
                    releaseRegionID: 3, instrumentID: 4),
                .raw([
                    0x42, 0x72, 0, 0, 10, 100, 1, 127, 0xC0, 0xC0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4,
                ])),
            CAFSamples(
                CAFOverview(
                    editCount: 3, framesPerPoint: 256,
                    points: [.init(minimum: -2, maximum: 3), .init(minimum: .min, maximum: .max)]),
                .raw([0, 0, 0, 3, 0, 0, 1, 0, 0xFF, 0xFE, 0, 3, 0x80, 0, 0x7F, 0xFF])),
            CAFSamples(
                CAFPeaks(editCount: 3, peaks: [.init(value: 0.5, frame: 1 << 32), .init(value: 2, frame: 9)]),
                .raw([0, 0, 0, 3, 0x3F, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9])),
            CAFSamples(CAFCookie(bytes: [3, 0x80, 1]), .raw([3, 0x80, 1]), isRaw: true),
            CAFSamples(CAFMIDI(bytes: Bytes.text("MThd").all), .text("MThd"), isRaw: true),
            CAFSamples(CAFXML(text: "<é/>"), .text("<é/>"), isRaw: true),
            CAFSamples(CAFFreeSpace(byteCount: 5), .zeros(5), isRaw: true),
            CAFSamples(CAFUserData(uuid: uuid, content: [1, 2]), .raw(uuid + [1, 2])),
            CAFSamples(try! CAFMaterialIdentifier(bytes: identifier), .raw(identifier)),
        ]
    }
}

import KKCodecs
import KKConvert
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// How an encoder keeps to its bit rate.
@Suite struct BitRateControlTests {
    private typealias Property = AudioConverter.Property

    private let pcm = StreamDescription.canonical(sampleRate: 48_000, channels: 2)
    /// Music, and as much silence.
    private let list = AudioBufferList(
        music(40_000, channels: 2).map { AudioBuffer(samples: $0 + [Float](repeating: 0, count: 40_000)) })

    private func converter(_ formatID: FourCharCode) throws -> AudioConverter {
        try AudioConverter(
            from: pcm, to: StreamDescription(sampleRate: 48_000, formatID: formatID, channelsPerFrame: 2))
    }

    private func packets(_ converter: AudioConverter) throws -> Encoded {
        converter.reset()
        return try converter.encoded(Supply(list, as: pcm))
    }

    @Test(arguments: [
        (FourCharCode.mpegLayer3, BitRateControl.variable, BitRateControl.constant),
        (.vorbis, .variable, .longTermAverage),
        (.opus, .variableConstrained, .variableConstrained), (.aac, .longTermAverage, .longTermAverage),
        (.ac3, .constant, .constant),
    ])
    func `an encoder has a way of its own, and what it does not have is refused`(
        formatID: FourCharCode, free: BitRateControl, bound: BitRateControl
    ) throws {
        let converter = try self.converter(formatID)
        #expect(try converter.property(Property.bitRateControlMode) == .number(free.rawValue))
        let own = try packets(converter)
        try converter.setProperty(Property.encodeBitRate, .number(128_000))
        #expect(converter.bitRateControl == bound)
        for control in BitRateControl.allCases {
            let change = { try converter.setProperty(Property.bitRateControlMode, .number(control.rawValue)) }
            guard converter.bitRateControls.contains(control) else {
                #expect(code(change) == .operationNotSupported)
                continue
            }
            try change()
            #expect(converter.bitRateControl == control && converter.settings.bitRateControl == control)
            #expect(try !packets(converter).packets.isEmpty)
        }
        #expect(code { try converter.setProperty(Property.bitRateControlMode, .number(4)) } == .parameter)
        for property in [Property.bitRateControlMode, Property.encodeBitRate, Property.variableQuality] {
            #expect(code { try converter.setProperty(property, .layout(.stereo)) } == .badPropertySize)
        }
        // To name it changes nothing.
        let named = try self.converter(formatID)
        try named.setProperty(Property.bitRateControlMode, .number(free.rawValue))
        #expect(try packets(named) == own)
    }

    @Test(arguments: [FourCharCode.mpegLayer3, .vorbis, .opus, .aac, .ac3])
    func `the mode and the rate are set in either order`(formatID: FourCharCode) throws {
        for control in try converter(formatID).bitRateControls {
            let (first, second) = (try converter(formatID), try converter(formatID))
            let mode = AudioConverter.PropertyValue.number(control.rawValue)
            try first.setProperty(Property.bitRateControlMode, mode)
            try first.setProperty(Property.encodeBitRate, .number(96_000))
            try second.setProperty(Property.encodeBitRate, .number(96_000))
            try second.setProperty(Property.bitRateControlMode, mode)
            #expect(try packets(first) == packets(second))
        }
    }

    @Test func `packets of AAC that are filled up have the same sound`() throws {
        let tone = (0..<20_000).map { Float(PortableMath.sin(0.01 * Double($0)) / 4) }
        func encoded(_ control: BitRateControl) throws -> (Encoded, AudioBufferList) {
            let converter = try converter(.aac)
            try converter.setProperty(Property.encodeBitRate, .number(256_000))
            try converter.setProperty(Property.bitRateControlMode, .number(control.rawValue))
            let list = AudioBufferList([AudioBuffer(samples: tone), AudioBuffer(samples: tone)])
            let all = try converter.encoded(Supply(list, as: pcm))
            return (all, try converter.decoded(all, to: pcm))
        }
        let (average, constant) = (try encoded(.longTermAverage), try encoded(.constant))
        #expect(constant.1 == average.1)
        // 256,000 · 1024 / 48,000 / 8 bytes.
        #expect(Set(constant.0.packets.map(\.count)).isSubset(of: [682, 683]))
        #expect(10 * average.0.packets.joined().count < 9 * constant.0.packets.joined().count)
    }

    @Test func `AAC at a constant rate makes good for what was too much`() throws {
        let converter = try converter(.aac)
        try converter.setProperty(Property.encodeBitRate, .number(96_000))
        try converter.setProperty(Property.bitRateControlMode, .number(BitRateControl.constant.rawValue))
        let all = try packets(converter)
        var most = 0
        for count in 1...all.packets.count {
            let sent = all.packets.prefix(count).reduce(0) { $0 + $1.count }
            #expect(sent >= 256 * count)
            most = max(most, sent - 256 * count)
        }
        // An eighth of a second.
        #expect(most < 1500)
    }

    @Test func `Vorbis keeps a constant rate in silence`() throws {
        func silence(_ control: BitRateControl) throws -> Int {
            let converter = try self.converter(.vorbis)
            try converter.setProperty(Property.encodeBitRate, .number(128_000))
            try converter.setProperty(Property.bitRateControlMode, .number(control.rawValue))
            return try packets(converter).packets.suffix(20).reduce(0) { $0 + $1.count }
        }
        #expect(try silence(.constant) > 4 * silence(.longTermAverage))
    }

    @Test func `the quality of a variable rate counts for itself`() throws {
        let converter = try self.converter(.mpegLayer3)
        #expect(try converter.property(Property.variableQuality) == .number(0x40))
        let usual = try packets(converter).packets.joined().count
        try converter.setProperty(Property.variableQuality, .number(0))
        try converter.setProperty(Property.codecQuality, .number(0x7F))
        #expect(try converter.property(Property.variableQuality) == .number(0))
        #expect(try packets(converter).packets.joined().count < usual)
    }

    @Test func `rates to choose from are single, and within what is possible`() throws {
        func rates(_ formatID: FourCharCode, _ property: FourCharCode) throws -> [ClosedRange<Double>] {
            guard case .ranges(let ranges) = try self.converter(formatID).property(property) else { return [] }
            return ranges
        }
        let (usual, possible) = (
            try rates(.aac, Property.applicableEncodeBitRates), try rates(.aac, Property.availableEncodeBitRates)
        )
        #expect(possible == [32_000...384_000])
        #expect(usual.first == 32_000...32_000 && usual.last == 384_000...384_000 && usual.count == 18)
        #expect(usual.contains(128_000...128_000))
        #expect(try rates(.opus, Property.applicableEncodeBitRates).count == 25)
        #expect(try rates(.mpegLayer3, Property.availableEncodeBitRates).count == 14)
        let converter = try self.converter(.aac)
        try converter.setProperty(Property.encodeBitRate, .number(100_000))
        #expect(try converter.property(Property.encodeBitRate) == .number(100_000))
        let lossless = try self.converter(.flac)
        for id in [Property.applicableEncodeBitRates, Property.availableEncodeBitRates, Property.bitRateControlMode] {
            #expect(code { _ = try lossless.property(id) } == .propertyNotSupported)
        }
        for id in [Property.bitRateControlMode, Property.variableQuality] {
            #expect(code { try lossless.setProperty(id, .number(0)) } == .propertyNotSupported)
        }
    }
}

import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Properties by code, their errors by number, dither and sizes.
@Suite struct AudioConverterPropertyTests {
    private typealias Property = AudioConverter.Property
    private static let short = integers(16, in: 16)

    private static func converter() throws -> AudioConverter {
        try AudioConverter(from: short, to: .canonical(sampleRate: 44_100, channels: 3))
    }

    @Test func `properties have Core Audio's codes, defaults and kinds`() throws {
        let converter = try Self.converter()
        let table: [(FourCharCode, AudioConverter.PropertyValue)] = [
            ("mibs", .number(4)), ("mobs", .number(4)), ("xips", .number(4)), ("xops", .number(4)),
            ("icdp", .description(Self.short)), ("ocdp", .description(.canonical(sampleRate: 44_100, channels: 3))),
            ("srca", .number(0x6E6F_726D)), ("srcq", .number(0x60)), ("prmm", .number(1)),
            ("prim", .primeInfo(converter.primeInfo)),
            ("chmp", .channelMap([0, 1, -1])), ("dith", .number(0)), ("dbit", .number(32)),
        ]
        for (id, value) in table { #expect(try converter.property(id) == value) }
        for id: FourCharCode in ["icl ", "ocl ", "srcp", "brat", "dmgc", "what"] {
            #expect(code { _ = try converter.property(id) } == .propertyNotSupported)
        }
        let straight = try AudioConverter(from: Self.short, to: Self.short)
        #expect(straight.primeInfo == AudioConverter.PrimeInfo(leadingFrames: 0, trailingFrames: 0))
    }

    @Test func `sizes are properties that are asked with a number`() throws {
        let converter = try Self.converter()
        #expect(try converter.property("cobs", of: 400) == .number(UInt32(converter.outputByteCount(forInput: 400))))
        #expect(try converter.property("cibs", of: 400) == .number(UInt32(converter.inputByteCount(forOutput: 400))))
        #expect(code { _ = try converter.property("cibs") } == .badPropertySize)
        #expect(code { _ = try converter.property("mibs", of: 4) } == .propertyNotSupported)
        #expect(code { _ = try converter.property("cobs", of: 3) } == .invalidInputSize)
    }

    @Test func `what is set is what is used, and what is read back`() throws {
        let converter = try AudioConverter(from: Self.short, to: integers(16, in: 16, channels: 1))
        let values: [(FourCharCode, AudioConverter.PropertyValue)] = [
            (Property.sampleRateConverterComplexity, .number(FourCharCode("bats").rawValue)),
            (Property.sampleRateConverterQuality, .number(3)),
            (Property.primeMethod, .number(2)), (Property.inputChannelLayout, .layout(.stereo)),
            (Property.outputChannelLayout, .layout(.mono)),
            (Property.dithering, .number(2)), (Property.ditherBitDepth, .number(12)),
        ]
        for (id, value) in values {
            try converter.setProperty(id, value)
            #expect(try converter.property(id) == value)
        }
        var expected = AudioConverter.Settings()
        expected.complexity = .mastering
        expected.quality = 3
        expected.primeMethod = .none
        expected.inputLayout = .stereo
        expected.outputLayout = .mono
        expected.dither = .shaped
        expected.ditherBitDepth = 12
        #expect(converter.settings == expected)
        #expect(converter.channelMatrix.rows == [[0.5, 0.5]])
        try converter.setProperty(Property.channelMap, .channelMap([1]))
        #expect(converter.channelMatrix.rows == [[0, 1]])
    }

    @Test func `errors have numbers, places and next steps, and change nothing`() throws {
        let converter = try Self.converter()
        let table: [(FourCharCode, AudioConverter.PropertyValue, AudioConverterError.Code)] = [
            ("mibs", .number(1), .propertyNotSupported), ("icdp", .description(Self.short), .propertyNotSupported),
            ("prim", .primeInfo(converter.primeInfo), .propertyNotSupported),
            ("srcp", .number(0), .propertyNotSupported),
            ("chmp", .number(0), .badPropertySize), ("srcq", .channelMap([0]), .badPropertySize),
            ("icl ", .number(2), .badPropertySize),
            ("chmp", .channelMap([0, 1]), .badPropertySize), ("chmp", .channelMap([0, 1, 2]), .parameter),
            ("chmp", .channelMap([0, 1, -2]), .parameter),
            ("icl ", .layout(.mono), .parameter), ("ocl ", .layout(.fiveOne), .parameter),
            ("srcq", .number(128), .parameter),
            ("prmm", .number(3), .parameter), ("dith", .number(3), .parameter), ("dbit", .number(16), .parameter),
            ("srca", .number(FourCharCode("line").rawValue), .operationNotSupported),
            ("srca", .number(FourCharCode("minp").rawValue), .operationNotSupported),
            ("srca", .number(0), .parameter),
        ]
        for (id, value, expected) in table {
            #expect(code { try converter.setProperty(id, value) } == expected, "\(id)")
            #expect(converter.settings == AudioConverter.Settings())
        }
        #expect {
            try converter.setProperty("chmp", .channelMap([0]))
        } throws: { error in
            let error = error as? AudioConverterError
            return error?.status == 0x2173_697A && error?.code.description == "'!siz'"
                && error?.place == "AudioConverter 'chmp'"
                && error?.nextStep != nil
        }
        let integer = try AudioConverter(from: Self.short, to: integers(12, in: 16))
        for bits: UInt32 in [0, 13] { #expect(code { try integer.setProperty("dbit", .number(bits)) } == .parameter) }
        let names: [String] = AudioConverterError.Code.allCases.map(\.description)
        #expect(
            names == [
                "'fmt?'", "'op??'", "'prop'", "'insz'", "'otsz'", "'what'", "'!siz'", "'!pkd'", "'!isr'", "'!osr'",
                "-50",
            ])
    }

    @Test(arguments: [Dither.tpdf, .shaped])
    func `dither is the packer's, bit by bit`(dither: Dither) throws {
        let samples = (1...2).map { SeededNumbers.noise(3000, seed: $0).map { $0 * 0.9 } }
        var settings = AudioConverter.Settings()
        settings.dither = dither
        settings.seed = 11
        for (bits, flags): (Int, FormatFlags) in [
            (16, .isSignedInteger), (24, [.isSignedInteger, .isBigEndian]), (8, []),
        ] {
            let description = pcm(bits, channels: 2, flags)
            let converter = try AudioConverter(
                from: .canonical(sampleRate: 48_000, channels: 2), to: description, settings: settings)
            let output = try converted(AudioBufferList(samples.map { AudioBuffer(samples: $0) }), 3000, by: converter)
            #expect(output[0].bytes == (try packed(samples, as: description, dither: dither, seed: 11)))
            // One buffer per channel has the same codes.
            var planes = description
            planes.formatFlags.insert(.isNonInterleaved)
            planes.bytesPerFrame /= 2
            planes.bytesPerPacket /= 2
            let apart = try AudioConverter(
                from: .canonical(sampleRate: 48_000, channels: 2), to: planes, settings: settings)
            let lists = try converted(AudioBufferList(samples.map { AudioBuffer(samples: $0) }), 3000, by: apart)
            let together = try converted(lists, 3000, by: AudioConverter(from: planes, to: description))
            #expect(together == output)
        }
    }

    @Test func `a bit depth leaves the lower bits zero, and the error is a step of that depth`() throws {
        let samples = SeededNumbers.noise(4000, seed: 2).map { Double($0) * 0.5 }
        let from = StreamDescription.linearPCM(sampleRate: 48_000, channels: 1, bits: 64, flags: .isFloat)
        let fixed = StreamDescription.fixedPoint(sampleRate: 48_000, channels: 1)
        for to in [
            integers(24, in: 24, channels: 1), integers(32, in: 32, channels: 1), integers(20, in: 32, channels: 1),
            fixed,
        ] {
            var settings = AudioConverter.Settings()
            settings.dither = .tpdf
            settings.ditherBitDepth = 12
            let converter = try AudioConverter(from: from, to: to, settings: settings)
            let output = try converted(AudioBufferList([AudioBuffer(samples: samples)]), 4000, by: converter)
            let values = ReferenceFormat(description: to).values(output)[0]
            // 1.0 is 2^11 steps of 12 bits, and in 8.24 128 times less.
            let steps = to.formatFlags.fractionBits == 24 ? 0x1p4 : 0x1p11
            #expect(values.allSatisfy { ($0 * steps).rounded() == $0 * steps })
            let errors = zip(values, samples).map { ($0 - $1) * steps }
            #expect(errors.allSatisfy { abs($0) <= 1.5 } && errors.contains { abs($0) > 0.5 })
        }
    }

    @Test func `sizes follow the rates`() throws {
        let converter = try AudioConverter(
            from: integers(16, in: 16, rate: 48_000), to: integers(24, in: 24, rate: 44_100))
        #expect(try converter.inputByteCount(forOutput: 441 * 6) == 480 * 4)
        #expect(try converter.outputByteCount(forInput: 480 * 4) == 441 * 6)
        #expect(try converter.outputByteCount(forInput: 481 * 4) == 442 * 6)
        #expect(code { _ = try converter.inputByteCount(forOutput: 5) } == .invalidOutputSize)
        #expect(code { _ = try converter.outputByteCount(forInput: -4) } == .invalidInputSize)
        let same = try AudioConverter(from: Self.short, to: .canonical(sampleRate: 48_000, channels: 2))
        #expect(try same.outputByteCount(forInput: 40) == 40)
    }
}

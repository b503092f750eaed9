import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Values of parameters as a person reads and writes them.
@Suite struct ParameterTextTests {
    @Test func `a value is its name, a switch or a number with its unit`() throws {
        let equalizer = NBandEQ(), delay = Delay(), graphic = GraphicEQ()
        let texts: [(AudioUnit, ParameterID, Float, String)] = [
            (equalizer, NBandEQ.Parameter.frequency, 440, "440 Hz"),
            (equalizer, NBandEQ.Parameter.gain, -4.5, "-4.5 dB"),
            (equalizer, NBandEQ.Parameter.filterType, 7, "lowShelf"),
            (equalizer, NBandEQ.Parameter.bypassBand, 1, "on"),
            (equalizer, NBandEQ.Parameter.bypassBand, 0, "off"), (delay, Delay.Parameter.wetDryMix, 12.5, "12.5 %"),
            (delay, Delay.Parameter.delayTime, 0.001, "0.001 s"),
            (graphic, GraphicEQ.Parameter.numberOfBands, 1, "31"),
            (ParametricEQ(), ParametricEQ.Parameter.q, 0.5, "0.5"),
        ]
        for (unit, id, value, text) in texts {
            #expect(try unit.parameterString(id, value: value) == text)
            #expect(try unit.parameterValue(id, from: text) == value)
            #expect(try unit.property(.parameterStringFromValue(of: id, value)) == text)
            #expect(try unit.property(.parameterValueFromString(of: id, text)) == value)
            try unit.setParameter(id, value)
            #expect(try unit.parameterString(id) == text && unit.property(.parameterStringFromValue(of: id)) == text)
        }
        #expect(try equalizer.parameterString(NBandEQ.Parameter.filterType, value: 99) == "99")
    }

    @Test func `a text may lack its unit, and have other cases and spaces`() throws {
        let unit = NBandEQ(), id = NBandEQ.Parameter.frequency
        for text in ["440", "440 Hz", "440hz", " 440  HZ ", "4.4e2"] {
            #expect(try unit.parameterValue(id, from: text) == 440, "\(text)")
        }
        #expect(try unit.parameterValue(NBandEQ.Parameter.filterType, from: " BandStop") == 6)
        #expect(try unit.parameterValue(NBandEQ.Parameter.filterType, from: "6") == 6)
        #expect(try unit.parameter(id) == 1000, "asking sets nothing")
    }

    @Test func `what is no value of the range is refused with what is one`() throws {
        let unit = NBandEQ(), id = NBandEQ.Parameter.frequency, type = NBandEQ.Parameter.filterType
        for text in ["", "Hz", "loud", "440 dB", "nan", "inf", "1e9", "19"] {
            #expect(code { _ = try unit.parameterValue(id, from: text) } == .invalidParameterValue, "\(text)")
        }
        #expect(
            text { _ = try unit.parameterValue(id, from: "loud") }
                == "'aufx' 'nbeq': Band 1 Frequency cannot be 'loud'; use 20 Hz to 22050 Hz")
        #expect(text { _ = try unit.parameterValue(type, from: "loud") }.contains("; use parametric, "))
        #expect(code { _ = try unit.parameterString(77) } == .invalidParameter)
        #expect(code { _ = try unit.parameterValue(id, from: "1", scope: .input, element: 1) } == .invalidElement)
        let mixer = MultiChannelMixer(), meter = MultiChannelMixer.Parameter.preAveragePower
        #expect(try mixer.parameterString(meter, scope: .output) == "-120 dB")
        #expect(code { _ = try mixer.parameterValue(meter, from: "-3", scope: .output) } == .propertyNotWritable)
    }

    @Test func `the parameters of a band are a group with a name`() throws {
        let unit = NBandEQ()
        for info in unit.parameters(.global) {
            let band = info.id.rawValue % 1000 + 1
            #expect(info.clump == (info.id == 0 ? nil : ParameterClump(id: band, name: "Band \(band)")))
        }
        #expect(try unit.property(.parameterClumpName(of: 16)) == "Band 16")
        for clump: UInt32 in [0, 17] {
            #expect(code { _ = try unit.property(.parameterClumpName(of: clump)) } == .invalidPropertyValue)
        }
        #expect(code { _ = try Delay().property(.parameterClumpName(of: 1)) } == .invalidPropertyValue)
    }

    @Test func `the layouts that a bus can have are told by their tags, and each can be set`() throws {
        let unit = LowPassFilter()
        for count in [1, 2, 4, 6, 8, 12] {
            try unit.setStreamFormat(format(48_000, count), scope: .input)
            let tags = try unit.property(.supportedChannelLayoutTags, scope: .output)
            #expect(tags == tags.sorted() && Set(tags).count == tags.count && tags.contains(147 << 16 | UInt32(count)))
            for tag in tags {
                let layout = try #require(ChannelLayout(tag: tag))
                try unit.setProperty(.audioChannelLayout, layout, scope: .input)
                #expect(try unit.property(.audioChannelLayout, scope: .output) == layout)
            }
        }
        try unit.setStreamFormat(format(48_000, 6), scope: .input)
        let tags = try unit.property(.supportedChannelLayoutTags, scope: .input)
        #expect(tags.map { $0 >> 16 } == [110, 121, 122, 123, 124, 139, 141, 147, 187])
        #expect(code { _ = try unit.property(.supportedChannelLayoutTags) } == .invalidScope)
        #expect(
            code { _ = try unit.property(.supportedChannelLayoutTags, scope: .input, element: 1) } == .invalidElement)
    }

    @Test func `the input callback of an I/O unit is a property, for either element`() throws {
        let unit = GenericOutput()
        var heard: [Int] = []
        for element in 0...1 {
            try unit.setProperty(.setInputCallback, { _, _, bus, frames in heard += [bus, frames] }, element: element)
            try unit.inputCallback?([], AudioTime(sampleTime: 0, sampleRate: 48_000), 1, 64 + element)
            try unit.setProperty(.setInputCallback, nil, element: element)
            #expect(unit.inputCallback == nil)
        }
        #expect(heard == [1, 64, 1, 65])
        #expect(code { try unit.setProperty(.setInputCallback, nil, scope: .input) } == .invalidScope)
        #expect(code { try unit.setProperty(.setInputCallback, nil, element: 2) } == .invalidElement)
        #expect(code { _ = try unit.property(.setInputCallback) } == .propertyNotInUse)
        #expect(code { try Delay().setProperty(.setInputCallback, nil) } == .invalidProperty)
    }
}

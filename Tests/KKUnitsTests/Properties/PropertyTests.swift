import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct PropertyTests {
    @Test func `properties have Core Audio's numbers`() {
        let numbers: [(PropertyID, UInt32)] = [
            (.classInfo, 0), (.sampleRate, 2), (.parameterList, 3), (.streamFormat, 8), (.elementCount, 11),
            (.latency, 12), (.supportedNumChannels, 13),
            (.maximumFramesPerSlice, 14), (.audioChannelLayout, 19), (.tailTime, 20), (.bypassEffect, 21),
            (.lastRenderError, 22), (.factoryPresets, 24),
            (.contextName, 25), (.renderQuality, 26), (.inPlaceProcessing, 29), (.elementName, 30),
            (.presentPreset, 36), (.offlineRender, 37),
            (.lastRenderSampleTime, 61), (.makeConnection, 1), (.parameterInfo, 4), (.parameterValueStrings, 16),
            (.setRenderCallback, 23),
            (.frequencyResponse, 52),
        ]
        #expect(numbers.allSatisfy { $0.rawValue == $1 })
    }

    @Test func `a property is what the method says, by scope and element`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setProperty(.elementCount, 3, scope: .input)
        try mixer.setProperty(.streamFormat, format(48_000, 1), scope: .input, element: 2)
        try mixer.setProperty(.sampleRate, 96_000, scope: .output)
        try mixer.setProperty(.maximumFramesPerSlice, 4096)
        try mixer.setProperty(.elementName, "guitar", scope: .input, element: 1)
        #expect(try mixer.elementCount(.input) == 3 && mixer.property(.elementCount, scope: .input) == 3)
        #expect(try mixer.streamFormat(.input, element: 2) == format(48_000, 1))
        #expect(try mixer.property(.streamFormat, scope: .output) == format(96_000, 2))
        #expect(mixer.maximumFramesPerSlice == 4096)
        #expect(try mixer.elementName(.input, element: 1) == "guitar")
        #expect(try mixer.property(.latency) == 0 && mixer.property(.tailTime) == 0)
        #expect(try mixer.property(.offlineRender))
        #expect(try mixer.property(.parameterList, scope: .input).map(\.id) == mixer.parameters(.input).map(\.id))
    }

    @Test func `what a property cannot be is refused by its number`() throws {
        let mixer = MultiChannelMixer()
        #expect(code { try mixer.setProperty(.latency, 1) } == .propertyNotWritable)
        #expect(code { _ = try mixer.property(.latency, scope: .input) } == .invalidScope)
        #expect(code { _ = try mixer.property(.latency, element: 1) } == .invalidElement)
        #expect(code { _ = try mixer.property(.bypassEffect) } == .invalidProperty)
        #expect(code { _ = try mixer.property(.streamFormat) } == .invalidScope)
        #expect(code { _ = try mixer.property(.streamFormat, scope: .input, element: 8) } == .invalidElement)
        #expect(
            code { try mixer.setProperty(.presentPreset, FactoryPreset(number: 0, name: "")) } == .invalidPropertyValue)
    }

    @Test func `listeners hear of changes, after them and until they are removed`() throws {
        let mixer = MultiChannelMixer()
        var heard: [String] = []
        let token = mixer.addPropertyListener(.streamFormat) { unit, id, scope, element in
            heard.append(
                "\(id.rawValue) \(scope) \(element) \((try? unit.streamFormat(scope, element: element).channelCount) ?? 0)"
            )
        }
        mixer.addPropertyListener(.lastRenderError) { _, _, _, _ in heard.append("error") }
        try mixer.setStreamFormat(format(44_100, 1), scope: .input, element: 3)
        try mixer.setStreamFormat(format(44_100, 1), scope: .input, element: 3)
        for _ in 0..<2 { _ = code { _ = try mixer.rendered(1) } }
        mixer.removePropertyListener(token)
        try mixer.setStreamFormat(format(44_100, 2), scope: .input, element: 3)
        #expect(heard == ["8 input 3 1", "error"])
    }

    @Test func `settings are kept and restored, all or none`() throws {
        typealias Parameter = MultiChannelMixer.Parameter
        let mixer = MultiChannelMixer(), other = MultiChannelMixer()
        try mixer.setElementCount(2, scope: .input)
        try other.setElementCount(2, scope: .input)
        try mixer.setParameter(Parameter.volume, 0.25, scope: .input, element: 1)
        try mixer.setParameter(Parameter.pan, -1, scope: .input, element: 0)
        var info = mixer.classInfo
        try other.setProperty(.classInfo, info)
        #expect(other.classInfo == info)
        #expect(try other.parameter(Parameter.volume, scope: .input, element: 1) == 0.25)

        info.values[0].value = 0.75
        info.values.append(.init(scope: .input, element: 1, parameter: Parameter.pan, value: 2))
        #expect(code { try other.setClassInfo(info) } == .invalidParameterValue)
        #expect(other.classInfo == mixer.classInfo)
        #expect(code { try Converter().setClassInfo(mixer.classInfo) } == .invalidPropertyValue)
    }

    @Test func `components are found by their codes, of which 0 is any`() throws {
        let any = ComponentDescription(
            type: FourCharCode(rawValue: 0), subType: FourCharCode(rawValue: 0), manufacturer: FourCharCode(rawValue: 0)
        )
        #expect(AudioComponent.count(any) == AudioComponent.all.count)
        var found: [ComponentDescription] = []
        var last: AudioComponent?
        while let next = AudioComponent.findNext(after: last, any) {
            found.append(next.description)
            last = next
        }
        #expect(found == AudioComponent.all.map(\.description))
        #expect(Set(found).count == found.count)
        let mixer = AudioComponent.findNext(
            ComponentDescription(type: .mixerUnit, subType: "mcmx", manufacturer: FourCharCode(rawValue: 0)))
        #expect(mixer?.makeInstance() is MultiChannelMixer)
        #expect(AudioComponent.findNext(ComponentDescription(type: .mixerUnit, subType: "none")) == nil)
        for component in AudioComponent.all { #expect(component.makeInstance().component == component.description) }
    }
}

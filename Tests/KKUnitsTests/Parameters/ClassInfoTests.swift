import Foundation
import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What is kept of a unit brings its sound back.
@Suite struct ClassInfoTests {
    private func equalizer(_ bands: Int, initialized: Bool = false) throws -> NBandEQ {
        let unit = NBandEQ()
        try unit.setStreamFormat(format(48_000, 2), scope: .input)
        try unit.setBandCount(bands)
        try unit.setBands((0..<bands).map { EQBand(frequency: 100 * Double($0 + 1), gain: 3) })
        if initialized { try unit.initialize() }
        return unit
    }

    private func response(_ unit: AudioUnit) throws -> [Double] {
        try unit.frequencyResponse(at: (1..<200).map { 100 * Double($0) })
    }

    @Test func `a record can be coded, with all that is in it`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(3, scope: .input)
        try mixer.setMatrixLevels([1, 0.5, 0.25, 0], bus: 2)
        let info = mixer.classInfo
        #expect(
            info.settings == [ClassInfo.Setting(property: .elementCount, scope: .input, value: 3)]
                && info.lists.count == 1)
        #expect(try JSONDecoder().decode(ClassInfo.self, from: JSONEncoder().encode(info)) == info)
    }

    @Test func `an iPod equaliser keeps its curve under the name of a host's own preset`() throws {
        let unit = IPodEQ(), other = IPodEQ()
        try unit.setPresentPreset(named: "Rock")
        let rock = try response(unit), flat = try response(other)
        try unit.setPresentPreset(FactoryPreset(number: -1, name: "mine"))
        try other.setClassInfo(unit.classInfo)
        #expect(other.presentPreset == FactoryPreset(number: -1, name: "mine") && other.classInfo == unit.classInfo)
        let heard = try response(other)
        #expect(heard == rock && rock != flat)
        for number in [-1, 22] {
            var wrong = unit.classInfo
            wrong.settings[0].value = number
            #expect(code { try IPodEQ().setClassInfo(wrong) } == .invalidPropertyValue)
        }
    }

    @Test func `bands come with their number, and what was there before is not heard`() throws {
        let source = try equalizer(4)
        try source.setPresentPreset(FactoryPreset(number: -7, name: "hum"))
        let fresh = try equalizer(16), running = try equalizer(16, initialized: true), wider = try equalizer(2)
        let expected = try response(source)
        for unit in [fresh, running, wider] {
            try unit.setClassInfo(source.classInfo)
            let heard = try response(unit)
            #expect(heard == expected && unit.presentPreset == source.presentPreset)
        }
        #expect(fresh.bandCount == 4 && wider.bandCount == 4 && running.bandCount == 16)
        #expect(running.bands.map(\.isBypassed) == (0..<16).map { $0 >= 4 })
        #expect(fresh.classInfo == source.classInfo)
    }

    @Test func `bands that there is no place for are refused as a whole`() throws {
        let source = try equalizer(20), running = try equalizer(16, initialized: true)
        let before = running.classInfo
        #expect(code { try running.setClassInfo(source.classInfo) } == .initialized)
        #expect(text { try running.setClassInfo(source.classInfo) }.contains("20 bands"))
        #expect(running.classInfo == before)
        for count in [0, 65, 3] {
            var wrong = source.classInfo
            wrong.settings[0].value = count
            let unit = try equalizer(16), own = unit.classInfo
            #expect(code { try unit.setClassInfo(wrong) } != nil, "\(count)")
            #expect(unit.classInfo == own)
        }
    }

    @Test func `a mixer's buses come with their number, both ways`() throws {
        for count in [10, 3] {
            let source = MultiChannelMixer(), mixer = MultiChannelMixer()
            try source.setElementCount(count, scope: .input)
            try source.setParameter(0, 0.25, scope: .input, element: count - 1)
            try mixer.setClassInfo(source.classInfo)
            #expect(mixer.elementCount(.input) == count && mixer.classInfo == source.classInfo)
            #expect(try mixer.parameter(0, scope: .input, element: count - 1) == 0.25)
        }
        let source = MatrixMixer(), mixer = MatrixMixer()
        try source.setElementCount(2, scope: .input)
        try source.setElementCount(3, scope: .output)
        try source.setParameter(0, 0.5, element: MatrixMixer.crosspoint(input: 3, output: 5))
        try mixer.setClassInfo(source.classInfo)
        #expect(
            mixer.classInfo == source.classInfo && mixer.matrixDimensions == MatrixDimensions(inputs: 4, outputs: 6))
    }

    @Test func `an initialized mixer takes no record of other buses, and nothing of it`() throws {
        let source = MultiChannelMixer(), mixer = MultiChannelMixer(), same = MultiChannelMixer()
        try source.setElementCount(10, scope: .input)
        try source.setParameter(0, 0.25, scope: .input, element: 1)
        try mixer.initialize()
        let before = mixer.classInfo
        #expect(code { try mixer.setClassInfo(source.classInfo) } == .initialized)
        #expect(mixer.classInfo == before && mixer.elementCount(.input) == 8)
        try same.setParameter(0, 0.125, scope: .input, element: 1)
        try mixer.setClassInfo(same.classInfo)
        #expect(mixer.classInfo == same.classInfo)
    }

    @Test func `a value, preset or list that is wrong leaves the numbers as they were, too`() throws {
        let source = MultiChannelMixer(), mixer = MultiChannelMixer()
        try source.setElementCount(10, scope: .input)
        try source.setMatrixLevels([1, 0, 0, 1], bus: 9)
        let before = mixer.classInfo
        var value = source.classInfo, preset = value, list = value, setting = value
        value.values[29].value = 2
        preset.preset = FactoryPreset(number: 3, name: "")
        list.lists[0].values = [1]
        setting.settings.append(.init(property: .numberOfBands, value: 1))
        for wrong in [value, preset, list, setting] {
            #expect(code { try mixer.setClassInfo(wrong) } != nil)
            #expect(mixer.classInfo == before)
        }
    }

    @Test func `every unit takes its own record, initialized or not, whatever its formats are`() throws {
        for component in AudioComponent.all {
            let unit = component.makeInstance(), channelCount = unit is SpatialMixer || unit is StereoPanner ? 2 : 3
            for scope in [Scope.input, .output] {
                for bus in 0..<unit.elementCount(scope) {
                    try unit.setStreamFormat(format(8000, channelCount), scope: scope, element: bus)
                }
            }
            let info = unit.classInfo
            #expect(code { try unit.setClassInfo(info) } == nil && unit.classInfo == info, "\(component.name)")
            if unit is Merger { try unit.setStreamFormat(format(8000, 6), scope: .output) }
            try unit.initialize()
            #expect(code { try unit.setClassInfo(info) } == nil && unit.classInfo == info, "\(component.name)")
        }
        let merger = Merger()
        for bus in 0..<2 { try merger.setStreamFormat(format(8000, 1024), scope: .input, element: bus) }
        #expect(code { try merger.setClassInfo(merger.classInfo) } == nil)
    }

    @Test func `whether an effect is bypassed is the host's`() throws {
        let unit = ParametricEQ(), other = ParametricEQ()
        unit.isBypassed = true
        #expect(unit.classInfo == other.classInfo)
        try unit.setClassInfo(other.classInfo)
        #expect(unit.isBypassed)
    }
}

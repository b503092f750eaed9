import KKPCM
import KKTestSupport
import KKUnitCases
import KKUnits
import Testing

/// Golden sounds of the units: what each gives for the stimulus, to the bit, with a card beside it.
///
/// `KKMIX_RECORD=1` writes them again, and fails, so that nobody records by accident.
@Suite struct UnitGoldenTests {
    private static let folder = "units"

    @Test func `every unit has a golden, and every golden a unit`() {
        #expect(Set(UnitCase.all.map(\.component)) == Set(AudioComponent.all.map(\.description)))
        #expect(UnitCase.all.map(\.name).sorted() == Golden.cards(in: Self.folder))
    }

    @Test(arguments: UnitCase.all)
    func `a unit sounds as it was recorded`(unit: UnitCase) throws {
        let (made, rate) = try rendered(unit)
        // A thousand frames, the whole stimulus, of one channel or two, and of more what keeps the file as small.
        let frames = (0..<min(1000, 2400 / made.count)).map { frame in made.map { $0[frame] } }
        let golden = Golden("\(Self.folder)/\(unit.name)", head: try head(unit))
        if let problem = try golden.problem(with: WaveFile.float32(frames, sampleRate: UInt32(rate))) {
            Issue.record("\(problem)")
        }
    }

    @Test(arguments: UnitCase.all)
    func `no setting is a default`(unit: UnitCase) throws {
        let made = try unit.makeUnit()
        for setting in unit.settings {
            let info = try made.parameterInfo(setting.id, scope: setting.scope, element: setting.element)
            // A parametric band is one of the eleven kinds.
            #expect(setting.value != info.defaultValue || info.name.hasSuffix("Filter Type"), "\(info.name)")
        }
        let isEffect = unit.component.type == .effectUnit
        #expect(!isEffect || !unit.settings.isEmpty || made.presentPreset.map { $0.number != 0 } == true)
    }

    /// The channels of all buses, one after the other, rendered in slices of 1 to 97 frames.
    private func rendered(_ unit: UnitCase) throws -> (channels: [[Float]], rate: Double) {
        let made = try unit.makeUnit()
        let format = try made.streamFormat(.output, element: unit.buses[0])
        var channels = [[[Float]]](repeating: Array(repeating: [], count: format.channelCount), count: unit.buses.count)
        try unit.render(made, frameCount: 1000, slices: { 1 + $0 * 31 % 97 }) { bus, buffer in
            let place = try #require(unit.buses.firstIndex(of: bus))
            for channel in 0..<format.channelCount { channels[place][channel] += buffer.samples(ofChannel: channel) }
        }
        return (Array(channels.joined()), format.sampleRate)
    }

    private func head(_ unit: UnitCase) throws -> String {
        let made = try unit.makeUnit()
        let name = try #require(AudioComponent.all.first { $0.description == unit.component }).name
        let settings = try unit.settings.map { setting in
            let info = try made.parameterInfo(setting.id, scope: setting.scope, element: setting.element)
            let isPlain = setting.scope == .global && unit.component.type != .mixerUnit
            let place =
                isPlain
                ? ""
                : " (\(setting.scope) \(setting.scope == .global ? "0x" : "")\(String(setting.element, radix: 16)))"
            return "\(info.name)\(place) \(setting.value) \(info.unit.symbol)".trimmingWhitespace()
        }
        let lines = [
            unit.words,
            "unit      \(name), \(unit.component)",
            "settings  \(settings.isEmpty ? "what the first line says" : settings.joined(separator: "; "))",
            "stimulus  \(Stimulus.words)",
            "output    bus \(unit.buses.map(String.init).joined(separator: ", then bus "))",
            "recipe    UnitCase \(unit.name) of Tests/KKUnitCases",
        ]
        return (lines + (unit.isExactEverywhere ? [] : ["exact on x86-64"])).joined(separator: "\n")
    }
}

extension String {
    fileprivate func trimmingWhitespace() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}

import KKDSP
import Testing

@Suite struct EQTablesTests {
    @Test func `the presets are Flat and then the alphabet, each at its own number`() {
        let names = EQPreset.all.map(\.name)
        #expect(names.count == 22 && names[0] == "Flat" && Array(names.dropFirst()) == names.dropFirst().sorted())
        #expect(EQPreset.all.map(\.number) == Array(0..<22))
        #expect(EQPreset.all.allSatisfy { $0.gains.count == EQPreset.frequencies.count })
        #expect(EQPreset.flat.gains.allSatisfy { $0 == 0 })
        #expect(Set(EQPreset.all.map(\.gains)).count == 22)
    }

    @Test func `presets are found in both spellings`() {
        let spellings = [("r-and-b", "R&B"), ("hip-hop", "Hip-Hop"), ("spoken-word", "Spoken Word"), ("flat", "Flat")]
        for (keyword, name) in spellings {
            #expect(EQPreset(named: keyword)?.name == name)
            #expect(EQPreset(named: name)?.keyword == keyword)
        }
        #expect(EQPreset(named: "BASS BOOSTER")?.number == 2)
        #expect(EQPreset(named: "loud") == nil && EQPreset(named: "") == nil)
        #expect(EQPreset.all.allSatisfy { $0.keyword.allSatisfy { ("a"..."z").contains($0) || $0 == "-" } })
        #expect(Set(EQPreset.all.map(\.keyword)).count == 22)
    }

    @Test func `mirrored curves are mirrors, and published values stand`() {
        func gains(_ name: String) -> [Double] { EQPreset(named: name)?.gains ?? [] }
        #expect(gains("bass-booster") == gains("bass-reducer").map { -$0 })
        #expect(gains("treble-booster") == gains("treble-reducer").map { -$0 })
        #expect(gains("treble-booster") == gains("bass-booster").reversed())
        #expect(gains("rock") == [5, 4, 3, 1.5, -0.5, -1, 0.5, 2.5, 3.5, 4.5])
    }

    @Test func `bands without sound to act on are left out`() {
        let rock = EQPreset.all[16]
        #expect(rock.bands(sampleRate: 44_100).count == 10)
        #expect(rock.bands(sampleRate: 32_000).map(\.frequency) == Array(EQPreset.frequencies.dropLast()))
        #expect(rock.bands(sampleRate: 8000).count == 7)
        #expect(GraphicEQLayout.thirtyOneBands.band(30, gain: 1, sampleRate: 40_000) == nil)
        #expect(GraphicEQLayout.thirtyOneBands.band(30, gain: 1, sampleRate: 44_100)?.frequency == 20_000)
        #expect(GraphicEQLayout.tenBands.band(10, gain: 1, sampleRate: 44_100) == nil)
    }

    @Test func `neighbours of the graphic equaliser meet at half the gain`() {
        #expect(GraphicEQLayout(parameter: 0) == .tenBands && GraphicEQLayout(parameter: 1) == .thirtyOneBands)
        for layout in GraphicEQLayout.allCases {
            let frequencies = layout.frequencies
            #expect(frequencies.count == layout.rawValue)
            for index in 1..<frequencies.count where frequencies[index] < 6000 {
                let middle = (frequencies[index - 1] * frequencies[index]).squareRoot()
                for neighbour in [index - 1, index] {
                    let section = layout.band(neighbour, gain: 10, sampleRate: 192_000)?.coefficients(
                        sampleRate: 192_000)
                    let level = section?.decibels(atFrequency: middle, sampleRate: 192_000) ?? 0
                    #expect(abs(level - 5) < 0.6, "\(layout) \(index)")
                }
            }
        }
    }
}

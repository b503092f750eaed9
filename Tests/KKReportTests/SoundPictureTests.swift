import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

@testable import KKReport

@Suite struct SoundPictureTests {
    @Test(arguments: [100.0, 1000, 10_000])
    func `a tone lies at its tick`(hertz: Double) throws {
        let sound = Sounds.sound([Sounds.tone(hertz, count: 48_000)])
        let spectrogram = try #require(sound.spectrogram)
        let panel = SpectrogramPanel(
            box: Box(x: 96, y: 20, width: 416, height: 300), spectrogram: spectrogram, width: 416)
        var page = Page(width: 600, height: 400, title: "", lines: [])
        panel.draw(on: &page)
        let canvas = Canvas(page.drawing)
        let bright = (20..<320).max { lightness(canvas[300, $0]) < lightness(canvas[300, $1]) }
        #expect(((bright ?? 0) - panel.y(hertz)).magnitude <= (hertz < 200 ? 6 : 2))
        // The tick itself.
        #expect(canvas[92, panel.y(hertz)] == Palette.line)
    }

    @Test func `a wave goes from its lowest to its highest sample, on the axis' scale`() throws {
        let square = (0..<48_000).map { Float($0 / 100 % 2 == 0 ? 0.5 : -0.25) }
        let sound = Sounds.sound([square], hasSpectrogram: false)
        let lane = WaveLane(
            box: Box(x: 0, y: 100, width: 416, height: 201), axis: LevelAxis(peak: 0.5),
            overview: try #require(sound.overview), channel: 0,
            width: 416)
        #expect(lane.axis.edge == 1)
        for span in lane.peaks.spans { #expect(span == 150..<226) }
        #expect(lane.alarms == nil)
    }

    @Test func `clipping at full scale is marked, a single sample there is not`() throws {
        func marked(_ samples: [Float]) throws -> [Int] {
            let sound = Sounds.sound([samples], hasSpectrogram: false)
            let lane = WaveLane(
                box: Box(x: 0, y: 0, width: 416, height: 201), axis: LevelAxis(peak: 1),
                overview: try #require(sound.overview), channel: 0, width: 416)
            return lane.alarms?.spans.indices.filter { lane.alarms?.spans[$0] != nil } ?? []
        }
        var sound = [Float](repeating: 0.25, count: 48_000)
        sound[24_000] = 1
        #expect(try marked(sound).isEmpty)
        // Of 16 bits: the largest code and the smallest.
        (sound[24_001], sound[24_002]) = (-1, 1 - 0x1p-15)
        #expect(try marked(sound).count == 1)
    }

    @Test func `the scale is full scale, wider beyond it, and closer where all is quiet`() {
        #expect([0, 0.07, 0.5, 1].map { LevelAxis(peak: $0).edge } == [1, 1, 1, 1])
        #expect([1.01, 2, 3].map { LevelAxis(peak: $0).edge } == [2, 2, 4])
        #expect(LevelAxis(peak: 0.04).edge == 0.0625 && LevelAxis(peak: 0.06).edge == 0.125)
        #expect(LevelAxis(peak: 1e-9).edge >= 0x1p-24)
        #expect(LevelAxis.text(1) == "0" && LevelAxis.text(0.5) == "−6" && LevelAxis.text(0.25) == "−12")
    }

    @Test func `time has round steps, and texts that say the unit`() {
        let texts = { (duration: Double, start: Double) in
            TimeAxis(start: start, duration: duration).ticks(atMost: 8).map(\.text)
        }
        #expect(texts(3, 0) == ["0", "0.5 s", "1.0 s", "1.5 s", "2.0 s", "2.5 s", "3.0 s"])
        #expect(texts(600, 0) == ["0:00", "2:00", "4:00", "6:00", "8:00", "10:00"])
        #expect(texts(10_800, 0) == ["0:00", "30:00", "1:00:00", "1:30:00", "2:00:00", "2:30:00", "3:00:00"])
        #expect(texts(0.1, 0) == ["0", "20 ms", "40 ms", "60 ms", "80 ms", "100 ms"])
        #expect(texts(0.1, 6.2) == ["6.20 s", "6.22 s", "6.24 s", "6.26 s", "6.28 s", "6.30 s"])
        #expect(texts(2, 61) == ["1:01.0", "1:01.5", "1:02.0", "1:02.5", "1:03.0"])
        #expect(texts(1.0 / 48_000, 0).last == "0.020 ms")
    }

    @Test func `sounds of every shape and pictures of every size are drawn`() throws {
        let one: [Float] = [0.5]
        let shapes: [[[Float]]] = [
            [one], [[]], [[0, 0, 0]], Array(repeating: Sounds.tone(100, count: 500), count: 8),
            Array(repeating: one, count: 20),
            [[.nan, .infinity, 1]], [[3, -5, 2]],
        ]
        for shape in shapes {
            for (width, height) in [(320, 200), (321, 1500)] {
                let picture = Sounds.picture(shape, width: width, height: height)
                let canvas = Canvas(picture.drawing)
                #expect(canvas.pixels.count == width * height && canvas.palette.count <= 256)
                #expect(try picture.svg().hasSuffix("</svg>\n"))
                let comparison = Sounds.comparison(shape, shape)
                #expect(try comparison.svg().contains("no difference") || shape[0].contains { !$0.isFinite })
            }
        }
    }

    @Test func `slices do not show`() {
        let sound = [SeededNumbers.noise(20_000, seed: 1), Sounds.tone(440, count: 20_000)]
        let hash = Canvas(Sounds.picture(sound).drawing).hash
        for slice in [1, 100, 8192] { #expect(Canvas(Sounds.picture(sound, slice: slice).drawing).hash == hash) }
    }

    @Test func `the pixels are those of yesterday`() {
        let sound = [Sounds.tone(1000, count: 24_000), Sounds.tone(100, count: 24_000, level: 0.1)]
        #expect(Canvas(Sounds.picture(sound).drawing).hash == 8_065_638_920_953_524_901)
        let other = [sound[0].enumerated().map { $0 == 12_000 ? 0.9 : $1 }, sound[1]]
        #expect(Canvas(Sounds.comparison(sound, other).drawing).hash == 17_577_339_163_453_092_275)
    }

    @Test func `a difference of one sample can be seen, and the worst place is pointed at`() {
        let sound = [Sounds.tone(1000, count: 48_000)]
        let other = [sound[0].enumerated().map { $0 == 24_000 ? $1 + 0.01 : $1 }]
        let canvas = Canvas(Sounds.comparison(sound, other).drawing)
        let plain = Canvas(Sounds.comparison(sound, sound).drawing)
        let count = { (canvas: Canvas, color: Color) in canvas.pixels.count { canvas.palette[Int($0)] == color } }
        #expect(count(canvas, Palette.difference) > 60)
        #expect(count(plain, Palette.difference) == 0)
    }

    @Test func `letters of pixels are as broad in a title as in a text: drawn twice they would run together`() {
        var plain = Drawing(width: 320, height: 40, ground: Palette.paper), bold = plain
        plain.write("mmm", x: 5, y: 30, .start, Palette.title)
        bold.write("mmm", x: 5, y: 30, .start, Palette.title, bold: true)
        #expect(Canvas(plain).pixels == Canvas(bold).pixels)
        #expect(Canvas(plain).pixels.contains { $0 != 0 })
    }

    private func lightness(_ color: Color) -> Int { Int(color.red) + Int(color.green) + Int(color.blue) }
}

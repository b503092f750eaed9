import Foundation
import KKTestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What `presets` prints, in its five forms.
@Suite struct PresetsTests {
    private static let dots = ["LC_ALL": "C.UTF-8"], plain = ["LC_ALL": "C"]
    private static let names = [
        "flat": "Flat", "acoustic": "Acoustic", "bass-booster": "Bass Booster", "bass-reducer": "Bass Reducer",
        "classical": "Classical",
        "dance": "Dance", "deep": "Deep", "electronic": "Electronic", "hip-hop": "Hip-Hop", "jazz": "Jazz",
        "latin": "Latin",
        "loudness": "Loudness", "lounge": "Lounge", "piano": "Piano", "pop": "Pop", "r-and-b": "R&B", "rock": "Rock",
        "small-speakers": "Small Speakers", "spoken-word": "Spoken Word", "treble-booster": "Treble Booster",
        "treble-reducer": "Treble Reducer", "vocal-booster": "Vocal Booster",
    ]

    private func run(_ arguments: [String], _ environment: [String: String] = dots) throws -> String {
        let run = try CommandRun(["presets"] + arguments, environment: environment)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        return run.outputText
    }

    /// Peaks of an octave by the Audio EQ Cookbook's transfer function, at 48 kHz, in dB.
    private func decibels(_ gains: [Double], _ f: Double) -> Double {
        let centres = [32.0, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000]
        return zip(centres, gains).reduce(0) { sum, band in
            let omega = 2 * .pi * band.0 / 48_000, a = pow(10, band.1 / 40)
            let w = tan(.pi * f / 48_000) / tan(omega / 2), damping = 2 * sinh(log(2) / 2 * omega / sin(omega))
            return sum + 20 * log10(hypot(1 - w * w, damping * a * w) / hypot(1 - w * w, damping / a * w))
        }
    }

    private let rock = [5, 4, 3, 1.5, -0.5, -1, 0.5, 2.5, 3.5, 4.5]

    @Test(arguments: [dots, plain])
    func `every preset has both its names and a curve, in 80 columns`(environment: [String: String]) throws {
        let text = try run([], environment)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
        for (keyword, name) in Self.names {
            // The name stands right below the keyword.
            let hit = lines.indices.first { lines[$0].split(separator: " ").contains { $0 == keyword } }
            let row = try #require(hit, "\(keyword)")
            let place = try #require(lines[row].range(of: " \(keyword)")).lowerBound
            let column = lines[row].distance(from: lines[row].startIndex, to: place)
            #expect(lines[row + 1].dropFirst(column + 1).hasPrefix(name), "\(keyword)")
        }
        let drawn = text.unicodeScalars.filter {
            environment == Self.dots ? (0x2801...0x28FF).contains($0.value) : "'-.".unicodeScalars.contains($0)
        }
        #expect(drawn.count > 22 * 22)
        #expect(text.utf8.allSatisfy { $0 < 0x80 } == (environment == Self.plain))
    }

    @Test func `the encoding of the locale decides, by the rules of POSIX`() throws {
        func isPlain(_ all: String, _ type: String, _ language: String) throws -> Bool {
            try run(["flat"], ["LC_ALL": all, "LC_CTYPE": type, "LANG": language]).utf8.allSatisfy { $0 < 0x80 }
        }
        #expect(try isPlain("", "", "") && isPlain("", "", "C") && isPlain("POSIX", "C.UTF-8", "en_GB.UTF-8"))
        #expect(try isPlain("", "de_DE.ISO-8859-1", "C.UTF-8"))
        #expect(try !isPlain("", "", "en_GB.UTF-8") && !isPlain("C.utf8", "C", "C") && !isPlain("", "de_DE.UTF-8", "C"))
    }

    @Test func `a large curve lies where the formula says, column for column`() throws {
        let lines = try run(["rock"], Self.plain).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == #"rock: Core Audio's preset "Rock""#)
        let plot = lines[2..<15].map { Array($0.dropFirst(6)) }
        var found = 0
        for column in 0..<73 {
            let gain = decibels(rock, 20 * pow(1000, Double(column) / 72))
            for (row, line) in plot.enumerated() where column < line.count {
                // The line at 0 dB is broken, the curve is not.
                guard let step = ["'", "-", "."].firstIndex(of: line[column]),
                    row != 6 || column % 4 != 0 || abs(gain) < 0.251
                else { continue }
                found += 1
                #expect(abs(Double(row * 3 + step) - (9 - gain) * 2) <= 0.501, "column \(column)")
            }
        }
        #expect(found >= 73 - 10 - 3 && found <= 73)
        #expect(plot.joined().count { $0 == "o" } == 10)
        #expect(
            lines[18].split(separator: " ") == ["Hz", "32", "64", "125", "250", "500", "1k", "2k", "4k", "8k", "16k"])
        #expect(
            lines[19].split(separator: " ") == [
                "dB", "+5", "+4", "+3", "+1.5", "-0.5", "-1", "+0.5", "+2.5", "+3.5", "+4.5",
            ])
    }

    /// The dots of a rectangle of braille; `nil` where another character is.
    private func pattern(_ lines: ArraySlice<Substring>, from first: Int, count: Int) -> [[Bool?]] {
        lines.flatMap { line -> [[Bool?]] in
            let cells = line.unicodeScalars.dropFirst(first).prefix(count).map {
                $0 == " " ? 0 : $0 == "●" ? nil : $0.value &- 0x2800
            }
            let filled = cells + Array(repeating: 0, count: count - cells.count)
            // From the top down, the dots on the left are bits 0 1 2 6, those on the right 3 4 5 7.
            return [[0, 3], [1, 4], [2, 5], [6, 7]].map { pair in
                filled.flatMap { cell in pair.map { bit in cell.map { $0 >> UInt32(bit) & 1 == 1 } } }
            }
        }
    }

    @Test func `the small plots are filled between 0 dB and the curve`() throws {
        let lines = try run([]).split(separator: "\n", omittingEmptySubsequences: false)
        let value = try #require(try JSONSerialization.jsonObject(with: Data(run(["--json"]).utf8)) as? [String: Any])
        for (index, preset) in try #require(value["presets"] as? [[String: Any]]).enumerated() {
            let gains = try #require(preset["gains_db"] as? [Double]), top = 4 + index / 3 * 9
            let dots = pattern(lines[top..<top + 5], from: 5 + index % 3 * 26, count: 22)
            let places = (0..<44).map { 9 - decibels(gains, 20 * pow(1000, Double($0) / 43)) }
            for (column, place) in places.enumerated() {
                let near = [9, places[max(0, column - 1)], place, places[min(43, column + 1)]]
                let reach = (near.min() ?? 0) - 0.501...(near.max() ?? 0) + 0.501
                for row in 0..<20 {
                    let isInside =
                        Double(row) > min(9, place) + 0.501 && Double(row) < max(9, place) - 0.501 || row == 9
                    if dots[row][column] == isInside { continue }
                    #expect(
                        dots[row][column] == true && reach.contains(Double(row)),
                        "\(index), column \(column), row \(row)")
                }
            }
        }
    }

    @Test(arguments: [
        ("rock", [5, 4, 3, 1.5, -0.5, -1, 0.5, 2.5, 3.5, 4.5]), ("loudness", [6, 4, 0, 0, -2, 0, -1, -5, 5, 1]),
    ])
    func `braille has the same curve, dot for dot and without a hole`(name: String, gains: [Double]) throws {
        let dots = pattern(
            try run([name]).split(separator: "\n", omittingEmptySubsequences: false)[2..<15], from: 6, count: 73)
        func dot(_ row: Int, _ column: Int) -> Bool? { dots[row][column] }
        let places = (0..<146).map { (9 - decibels(gains, 20 * pow(1000, Double($0) / 145))) / 18 * 48 }
        for (column, place) in places.enumerated() {
            #expect(
                [place - 0.001, place + 0.001].contains { dot(1 + Int($0.rounded()), column) != false },
                "column \(column)")
            let last = places[max(0, column - 1)]
            let gap =
                Int(min(last, place).rounded())
                + 1..<max(Int(min(last, place).rounded()) + 1, Int(max(last, place).rounded()))
            for row in gap {
                #expect(
                    dot(1 + row, column) != false || dot(1 + row, column - 1) != false, "column \(column), row \(row)")
            }
            let near = [last, place, places[min(145, column + 1)]]
            let reach = (near.min() ?? 0) - 0.6...(near.max() ?? 0) + 0.6
            for row in 0..<51 where row % 8 != 0 && dot(1 + row, column) == true {
                #expect(reach.contains(Double(row)), "column \(column), row \(row)")
            }
        }
        // Lines every 3 dB, the one at 0 dB closer.
        #expect((0..<7).map { line in (0..<146).count { dot(1 + line * 8, $0) == true } }.allSatisfy { $0 > 12 })
        #expect(dots.joined().count { $0 == nil } == 10 * 8)
    }

    @Test func `the document has every number`() throws {
        let value = try #require(try JSONSerialization.jsonObject(with: Data(run(["--json"]).utf8)) as? [String: Any])
        let presets = try #require(value["presets"] as? [[String: Any]]),
            frequencies = try #require(value["curve_frequencies"] as? [Double])
        #expect(value["schema"] as? Int == 1 && value["sample_rate"] as? Int == 48_000)
        #expect(value["band_frequencies"] as? [Double] == [32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000])
        #expect(
            frequencies.count == 121 && frequencies.first == 20 && frequencies.last == 20_000
                && frequencies == frequencies.sorted())
        #expect(presets.map { $0["number"] as? Int } == Array(0..<22))
        #expect(
            Dictionary(
                uniqueKeysWithValues: presets.map { ($0["keyword"] as? String ?? "", $0["name"] as? String ?? "") })
                == Self.names)
        for preset in presets {
            let gains = try #require(preset["gains_db"] as? [Double])
            let curve = try #require(preset["curve_db"] as? [Double])
            #expect(
                zip(frequencies, curve).allSatisfy { abs(decibels(gains, $0) - $1) < 0.0015 } && curve.count == 121
                    && gains.count == 10)
        }
        let one = try #require(
            try JSONSerialization.jsonObject(with: Data(run(["R&B", "--json"]).utf8)) as? [String: Any])
        #expect((one["presets"] as? [[String: Any]])?.map { $0["keyword"] as? String } == ["r-and-b"])
    }

    @Test(
        arguments: [([], 22, 200.0, 100.0, 64.0, 120.0), (["rock"], 1, 864, 360, 64, 96)]
            as [([String], Int, Double, Double, Double, Double)])
    func `the picture is well-formed, the same every time, and its curves are the formula's`(
        words: [String], count: Int, width: Double, height: Double, left: Double, top: Double
    ) throws {
        let text = try run(words + ["--svg"])
        #expect(try run(words + ["--svg"], Self.plain) == text)
        let reader = SVGReader(text)
        #expect(
            reader.isWellFormed && reader.root == "svg" && reader.curves.count == count
                && reader.circles.count == 10 * count)
        #expect(text.contains("@media (prefers-color-scheme: dark)") && text.contains("<title id=\"title\">"))
        let index = words.isEmpty ? 16 : 0
        let origin = (x: left + Double(index % 4) * 224, y: top + Double(index / 4) * 140)
        let points = reader.curves[index].dropFirst().split(separator: "L").map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        #expect(points.count > 60)
        for (band, circle) in reader.circles[index * 10..<index * 10 + 10].enumerated() {
            let frequency = [32.0, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000][band]
            #expect(abs(circle.x - (origin.x + log10(frequency / 20) / 3 * width)) < 0.1)
            #expect(abs(circle.y - (origin.y + (9 - rock[band]) / 18 * height)) < 0.1)
        }
        for point in points {
            let gain = decibels(rock, 20 * pow(1000, (point[0] - origin.x) / width))
            #expect(abs(point[1] - (origin.y + (9 - gain) / 18 * height)) < 0.2)
        }
    }

    @Test(arguments: ["", "rock", "--svg", "--json", "--table"])
    func `what does not arrive as a whole is an error`(words: String) throws {
        let run = try CommandRun.shell("$KKMIX presets \(words) > /dev/full", in: Fixtures.root)
        #expect(run.status == 74 && run.errorText.hasPrefix("kkmix: standard output: "))
    }

    @Test func `both spellings of a name are taken, in any case`() throws {
        #expect(try run(["r-and-b"]) == run(["R&B"]) && run(["Spoken Word"]) == run(["SPOKEN-WORD"]))
        #expect(try run(["--table", "jazz"]).split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        ("rok", "'rok' is not an EQ preset; did you mean 'rock'?"),
        ("hiphop", "'hiphop' is not an EQ preset; did you mean 'hip-hop'?"),
        ("bass", "'bass' is not an EQ preset; did you mean 'bass-booster' or 'bass-reducer'?"),
        (
            "Booster",
            "'Booster' is not an EQ preset; did you mean 'bass-booster', 'treble-booster' or 'vocal-booster'?"
        ),
        ("xyzzy", "'xyzzy' is not an EQ preset; kkmix presets lists them"),
        ("", "'' is not an EQ preset; kkmix presets lists them"),
    ])
    func `a name that is none is answered with those that are near`(name: String, message: String) throws {
        let run = try CommandRun(["presets", name])
        #expect(run.status == 64 && run.output.isEmpty && run.errorText == "kkmix: \(message)\n")
    }

    @Test(arguments: [["--svg", "--json"], ["--table", "--svg"], ["--json", "--table"]])
    func `one form is asked for at a time`(options: [String]) throws {
        #expect(try CommandRun(["presets"] + options).status == 64)
        #expect(try CommandRun(["presets", "rock", "jazz"]).status == 64)
    }

    @Test func `the page about equalisers is what the program prints`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/equaliser.md", encoding: .utf8)
        #expect(page.contains("\n\n" + (try run(["--table"])) + "\n"))
        #expect(try String(contentsOfFile: "\(Fixtures.root)/docs/presets.svg", encoding: .utf8) == run(["--svg"]))
    }
}

/// What a picture is made of.
final class SVGReader: NSObject, XMLParserDelegate {
    private(set) var isWellFormed = false
    private(set) var root: String?
    private(set) var curves: [String] = []
    private(set) var circles: [(x: Double, y: Double)] = []

    init(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if root == nil { root = name }
        if name == "circle", let x = attributes["cx"].flatMap(Double.init),
            let y = attributes["cy"].flatMap(Double.init)
        {
            circles.append((x, y))
        }
        if attributes["class"] == "curve", let path = attributes["d"] { curves.append(path) }
    }
}

internal import KKAnalysis

/// A spectrogram with its frequency axis and, beside it, what its colours stand for.
struct SpectrogramPanel {
    let box: Box
    let spectrogram: Spectrogram
    /// The pixels that the sound takes from left to right.
    let width: Int

    func draw(on page: inout Page) {
        if width > 0, spectrogram.grid.columnCount > 0 { page.drawing.add(tiles) }
        let (low, high) = (spectrogram.rows.lowest, spectrogram.rows.highest)
        let ticks = FrequencyTicks.within(low...high)
        var taken: [Int] = []
        // Where there is no room for all, 100, 1k and 10k come first.
        for tick in ticks.filter(\.isDecade) + ticks.filter({ !$0.isDecade }) {
            let y = y(tick.hertz)
            page.drawing.fill(Box(x: box.x - 5, y: y, width: 5, height: 1), Palette.line)
            // Where the text goes: not beyond the panel.
            let middle = min(max(y, box.y + 7), box.bottom - 7)
            guard taken.allSatisfy({ ($0 - middle).magnitude >= 18 }) else { continue }
            page.sideTick(tick.text, y: middle, within: box)
            taken.append(middle)
        }
        page.drawing.write("Hz", x: 12, y: box.y + box.height / 2 + 7, .start, Palette.title, bold: true)
        drawLegend(on: &page)
    }

    /// The row of pixels of a frequency.
    func y(_ hertz: Double) -> Int {
        let part = spectrogram.rows.place(of: hertz) / Double(spectrogram.rows.count)
        return box.y + min(box.height - 1, max(0, Int((Double(box.height) * (1 - part)).rounded(.down))))
    }

    private var tiles: Tiles {
        let (columns, rows) = (spectrogram.grid.columnCount, spectrogram.rows.count)
        var indices = [UInt8](repeating: Tiles.none, count: width * box.height)
        for pixel in 0..<width {
            let column = min(columns - 1, pixel * columns / width)
            for line in 0..<box.height {
                guard
                    let level = spectrogram.level(
                        column: column, row: rows - 1 - min(rows - 1, line * rows / box.height))
                else { break }
                indices[line * width + pixel] = UInt8(ColorMap.index(of: level))
            }
        }
        return Tiles(x: box.x, y: box.y, width: width, indices: indices)
    }

    /// A bar of all colours, with levels in dBFS.
    private func drawLegend(on page: inout Page) {
        let bar = Box(x: box.right + 14, y: box.y, width: 14, height: box.height)
        let indices = (0..<bar.height).flatMap { line -> [UInt8] in
            let level = ColorMap.floor * Double(line) / Double(max(1, bar.height - 1))
            return Array(repeating: UInt8(ColorMap.index(of: level)), count: bar.width)
        }
        if bar.height > 0 { page.drawing.add(Tiles(x: bar.x, y: bar.y, width: bar.width, indices: indices)) }
        let step = bar.height >= 130 ? 20 : bar.height >= 66 ? 40 : 120
        for level in stride(from: 0, through: -Int(ColorMap.floor), by: step) {
            let y = bar.y + (bar.height - 1) * level / -Int(ColorMap.floor)
            page.drawing.fill(Box(x: bar.right, y: y, width: 4, height: 1), Palette.line)
            page.drawing.write(
                level == 0 ? "0 dB" : "−\(level)", x: bar.right + 8, y: min(max(y + 7, bar.y + 14), bar.bottom), .start)
        }
    }
}

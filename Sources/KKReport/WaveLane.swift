internal import KKAnalysis

/// The wave of one channel: from the lowest to the highest sample of each column, and RMS within.
struct WaveLane {
    let box: Box
    let axis: LevelAxis
    let overview: SoundOverview
    let channel: Int

    /// The pixels that the sound takes from left to right, at most those of the box.
    let width: Int

    /// The column of a pixel.
    private func column(at pixel: Int) -> SoundOverview.Column? {
        let count = overview.grid.columnCount
        guard count > 0, pixel >= 0, pixel < width else { return nil }
        return overview[channel, min(count - 1, pixel * count / width)]
    }

    private func y(_ amplitude: Float) -> Int {
        let middle = Double(box.height - 1) / 2
        return box.y + Int((middle - axis.part(of: amplitude) * middle).rounded())
    }

    /// From the highest to the lowest sample, and to the column before, so that a wave of few samples has no holes.
    var peaks: Band {
        var last: Range<Int>?
        return Band(
            x: box.x,
            spans: (0..<width).map { pixel in
                guard let column = column(at: pixel) else {
                    last = nil
                    return nil
                }
                let here = y(column.maximum)..<y(column.minimum) + 1
                let before = last ?? here
                last = here
                return min(here.lowerBound, before.upperBound)..<max(here.upperBound, before.lowerBound)
            })
    }

    /// RMS on both sides of 0, within the peaks.
    var rms: Band {
        Band(
            x: box.x,
            spans: (0..<width).map { pixel in
                guard let column = column(at: pixel) else { return nil }
                let (top, bottom) = (y(min(column.rms, column.maximum)), y(max(-column.rms, column.minimum)))
                return top < bottom ? top..<bottom + 1 : nil
            })
    }

    /// The wave as a line: for few samples in a pixel.
    func line(thickness: Int) -> Band {
        let (above, below) = ((thickness - 1) / 2, thickness / 2)
        return Band(
            x: box.x,
            spans: peaks.spans.map { span in
                span.map { max(box.y, $0.lowerBound - above)..<max(box.y + 1, min(box.bottom, $0.upperBound + below)) }
            })
    }

    /// A line two pixels thick along the highest samples and one along the lowest.
    var outlines: [Band] {
        [\SoundOverview.Column.maximum, \.minimum].map { edge in
            var last: Int?
            return Band(
                x: box.x,
                spans: (0..<width).map { pixel in
                    guard let column = column(at: pixel) else {
                        last = nil
                        return nil
                    }
                    let here = y(column[keyPath: edge])
                    let before = last ?? here
                    last = here
                    // Up to the column before, so that the line has no holes where it is steep.
                    let (top, bottom) = here <= before ? (here, max(here, before - 1)) : (before + 1, here)
                    return max(box.y, top - 1)..<min(box.bottom, bottom + 1)
                })
        }
    }

    /// Where a sample is beyond full scale or no number, or several in a row are at full scale: marks at the edge.
    var alarms: Band? {
        let spans = (0..<width).map { pixel -> Range<Int>? in
            guard let column = column(at: pixel), column.hasNonFinite || column.hasClippedRun || column.peak > 1 else {
                return nil
            }
            return box.y..<box.y + min(4, box.height)
        }
        return spans.contains { $0 != nil } ? Band(x: box.x, spans: spans) : nil
    }

    /// The ticks of the level, with as many texts as there is room for.
    func drawAxis(on page: inout Page) {
        let middle = box.y + (box.height - 1) / 2
        let parts: [Double] =
            box.height >= 150 ? [1, 0.5, 0.25] : box.height >= 76 ? [1, 0.5] : box.height >= 48 ? [1] : []
        for part in parts {
            for sign in [1.0, -1] {
                let y = y(Float(sign * part * axis.edge))
                if part < 1 { page.drawing.fill(Box(x: box.x, y: y, width: box.width, height: 1), Palette.grid) }
                if sign > 0 || box.height >= 150 && part < 1 {
                    page.sideTick(LevelAxis.text(part * axis.edge), y: y, within: box)
                }
            }
        }
        if box.height >= 76 { page.sideTick("−∞", y: middle, within: box) }
        page.drawing.fill(Box(x: box.x, y: middle, width: box.width, height: 1), Palette.line)
    }
}

internal import KKAnalysis
internal import KKMath

/// How large a difference is, in decibels from the bottom up: its largest sample of any channel in each column, and its
/// RMS.
struct DifferenceLane {
    let box: Box
    let difference: SoundOverview
    let axis: DecibelAxis

    init(box: Box, difference: SoundOverview) {
        (self.box, self.difference) = (box, difference)
        axis = DecibelAxis(peak: Decibels(linear: Double(difference.peak)).value)
    }

    func draw(on page: inout Page) {
        for level in axis.ticks(atMost: box.height / 26) {
            let y = box.y + Int(((1 - axis.part(of: level)) * Double(box.height - 1)).rounded())
            page.drawing.fill(Box(x: box.x, y: y, width: box.width, height: 1), Palette.grid)
            page.sideTick(NumberText.fixed(level, 0), y: y, within: box)
        }
        page.drawing.add(band(\.peak), Palette.difference)
        page.drawing.add(band(\.rms), Palette.differenceRMS)
    }

    private func band(_ value: KeyPath<SoundOverview.Column, Float>) -> Band {
        let count = difference.grid.columnCount
        let heights = (0..<(count > 0 ? box.width : 0)).map { pixel -> Int in
            guard let column = difference.loudest(min(count - 1, pixel * count / box.width)), column[keyPath: value] > 0
            else { return 0 }
            return Int(
                (axis.part(of: Decibels(linear: Double(column[keyPath: value])).value) * Double(box.height)).rounded())
        }
        // Three pixels wide at least, so that nobody overlooks a click.
        return Band(
            x: box.x,
            spans: heights.indices.map { pixel in
                let height = heights[max(0, pixel - 1)...min(heights.count - 1, pixel + 1)].max() ?? 0
                return height > 0 ? box.bottom - height..<box.bottom : nil
            })
    }
}

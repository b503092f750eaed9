internal import KKAnalysis
internal import KKMath

/// How large a difference is, in decibels from the bottom up: its largest sample of any channel in each column, and its RMS.
struct DifferenceLane {
    let box: Box
    let difference: SoundOverview
    let axis: DecibelAxis

    init(box: Box, difference: SoundOverview) {
        (self.box, self.difference) = (box, difference)
        axis = DecibelAxis(peak: Decibels(linear: Double(difference.peak)).value)
    }

    func draw(on page: inout Page) {
        for level in axis.ticks(atMost: max(1, box.height / 26)) {
            let y = box.y + Int(((1 - axis.part(of: level)) * Double(box.height - 1)).rounded())
            page.drawing.fill(Box(x: box.x, y: y, width: box.width, height: 1), Palette.grid)
            page.sideTick(NumberText.fixed(level, 0), y: y, within: box)
        }
        page.drawing.add(band(\.peak), Palette.difference)
        page.drawing.add(band(\.rms), Palette.differenceRMS)
    }

    private func band(_ value: KeyPath<SoundOverview.Column, Float>) -> Band {
        let count = difference.grid.columnCount
        return Band(
            x: box.x,
            spans: (0..<(count > 0 ? box.width : 0)).map { pixel in
                guard let column = difference.loudest(min(count - 1, pixel * count / box.width)), column[keyPath: value] > 0 else { return nil }
                let part = axis.part(of: Decibels(linear: Double(column[keyPath: value])).value)
                let height = Int((part * Double(box.height)).rounded())
                return height > 0 ? box.bottom - height..<box.bottom : nil
            })
    }
}

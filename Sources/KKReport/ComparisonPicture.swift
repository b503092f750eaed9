public import KKAnalysis
public import KKPCM

/// A picture of two sounds that should be the same: the actual sound over the reference, below it their difference in
/// decibels with the worst position marked, and the spectrogram of the difference.
///
/// The reference is an area, the actual sound a line around it: where the line leaves the area's edge, they differ. The
/// same data give the same pixels.
public struct ComparisonPicture {
    /// The title, in bold at the top.
    public var title: String
    /// The verdict, in white on a background whose colour shows whether it is good.
    public var verdict: String
    /// Whether it passed; `nil` if there is no limit.
    public var passed: Bool?
    /// Lines of text below the verdict.
    public var facts: [String]
    /// The channels of the reference or, if it has fewer, of the actual sound.
    public var layout: ChannelLayout
    /// The sample rate of the reference.
    public var sampleRate: Double
    /// Each has a grid with the duration of the longer sound; if the rates are equal, all three have the same grid.
    public var reference: SoundOverview
    public var actual: SoundOverview
    /// The difference; `nil` if it cannot be drawn because rates or channels differ.
    public var difference: SoundOverview?
    public var spectrogram: Spectrogram?
    /// The frame of the largest difference, and its label.
    public var worst: (frame: Int64, text: String)?
    /// An enlarged view of the worst position; `nil` for none.
    public var zoom: ComparisonZoom?
    /// The time at the left end, in seconds of the reference's file.
    public var start = 0.0
    public var width = 1200
    public var height: Int

    public init(
        title: String, verdict: String, passed: Bool?, facts: [String], layout: ChannelLayout, sampleRate: Double,
        reference: SoundOverview,
        actual: SoundOverview, difference: SoundOverview?, spectrogram: Spectrogram?,
        worst: (frame: Int64, text: String)? = nil
    ) {
        (self.title, self.verdict, self.passed, self.facts, self.layout) = (title, verdict, passed, facts, layout)
        (self.sampleRate, self.reference, self.actual) = (sampleRate, reference, actual)
        (self.difference, self.spectrogram, self.worst) = (difference, spectrogram, worst)
        height = Self.usualHeight(
            channelCount: max(reference.channelCount, actual.channelCount), factCount: facts.count)
    }

    /// The number of columns for the overviews and the spectrogram, one pixel each.
    public static func columnCount(width: Int) -> Int { SoundPicture.columnCount(width: width) }

    /// Facts wrapped at words for a picture of this width; at most the given number of lines, the last of which may be
    /// cut.
    public static func wrapped(_ facts: [String], width: Int, lineCount: Int) -> [String] {
        let room = width - 32
        var lines: [String] = []
        for fact in facts {
            var line = ""
            for word in fact.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : "\(line) \(word)"
                if line.isEmpty || lines.count + 1 >= lineCount || Label.width(of: longer) <= room {
                    line = longer
                } else {
                    lines.append(line)
                    line = "  \(word)"
                }
            }
            lines.append(line)
            if lines.count >= lineCount { break }
        }
        return lines
    }

    /// The usual height for this number of channels.
    public static func usualHeight(channelCount: Int, factCount: Int, hasZoom: Bool = false) -> Int {
        let lanes = max(150, channelCount * (channelCount > 2 ? 56 : 100))
        return min(
            Page.largest,
            Page.header(lineCount: factCount) + badge + 3 * caption + lanes + 130 + 190 + Page.footer + 12
                + (hasZoom ? zoomHeight : 0))
    }

    public func png() throws(ReportError) -> [UInt8] { try PNG.bytes(Canvas(drawing)) }

    public func svg() throws(ReportError) -> String { try SVG.text(drawing) }

    /// What the verdict takes.
    private static let badge = 32
    /// The line above a panel.
    static let caption = 26

    var drawing: Drawing {
        var page = Page(width: width, height: height, title: title, lines: facts, gap: Self.badge)
        drawVerdict(on: &page)
        let time = TimeAxis(start: start, duration: Double(reference.grid.frameCount) / sampleRate)
        let lanes = max(1, reference.channelCount, actual.channelCount)
        let bottom = page.plot.bottom - (hasRoomForZoom(page.plot) ? Self.zoomHeight : 0)
        let room = max(
            0, bottom - page.plot.y - (difference == nil ? 1 : spectrogram == nil ? 2 : 3) * Self.caption)
        let wave = Double(max(150, lanes * (lanes > 2 ? 56 : 100))),
            rest = difference == nil ? 0.0 : spectrogram == nil ? 130 : 320
        let waveHeight = Int(Double(room) * wave / (wave + rest))
        var y = page.plot.y
        drawOverlay(
            Box(x: page.plot.x, y: y, width: page.plot.width, height: waveHeight + Self.caption), time, lanes, on: &page
        )
        y += waveHeight + Self.caption
        if let difference {
            let height = Int(Double(room) * 130 / (wave + rest))
            drawDifference(
                difference, Box(x: page.plot.x, y: y, width: page.plot.width, height: height + Self.caption), time,
                on: &page)
            y += height + Self.caption
            if let spectrogram {
                page.drawing.write(
                    "spectrogram of the difference, dBFS", x: page.plot.x, y: y + 19, .start, Palette.title, bold: true,
                    width: page.plot.width)
                let box = Box(
                    x: page.plot.x, y: y + Self.caption, width: page.plot.width,
                    height: max(1, bottom - y - Self.caption))
                page.panel(box, time)
                SpectrogramPanel(box: box, spectrogram: spectrogram, width: box.width).draw(on: &page)
                y = box.bottom
            }
        }
        page.timeAxis(time, below: y)
        var stretches = [(page.plot.y, y, time)]
        if let zoom, hasRoomForZoom(page.plot) {
            let box = Box(
                x: page.plot.x, y: y + Page.footer, width: page.plot.width, height: Self.zoomHeight - Page.footer)
            stretches.append((box.y + Self.caption, box.bottom, zoom.axis))
            draw(zoom, box, on: &page)
        }
        page.drawing.time = page.pictureTime(stretches)
        return page.drawing
    }

    private func drawVerdict(on page: inout Page) {
        let text = BitmapFont.shortened(Label.printable(verdict), to: (width - 52) / Label.scale)
        let box = Box(x: 16, y: 36, width: Label.width(of: text) + 20, height: 24)
        page.drawing.fill(box, passed.map { $0 ? Palette.good : Palette.alarm } ?? Palette.text)
        page.drawing.write(text, x: box.x + 10, y: 55, .start, Palette.paper, bold: true)
    }

    private func drawOverlay(_ box: Box, _ time: TimeAxis, _ lanes: Int, on page: inout Page) {
        let line = box.y + 19
        var x = box.x
        for (name, color, isLine) in [("reference", Palette.reference, false), ("actual", Palette.actual, true)] {
            page.drawing.fill(Box(x: x, y: line - (isLine ? 8 : 13), width: 22, height: isLine ? 2 : 12), color)
            page.drawing.write(name, x: x + 30, y: line, .start, Palette.title, bold: true)
            x += 30 + Label.width(of: name) + 32
        }
        let axis = LevelAxis(peak: max(reference.peak, actual.peak))
        let height = box.height - Self.caption
        for channel in 0..<lanes {
            let top = box.y + Self.caption + height * channel / lanes,
                bottom = box.y + Self.caption + height * (channel + 1) / lanes
            let own = Box(
                x: box.x, y: top, width: box.width, height: max(1, bottom - top - (height / lanes >= 12 ? 4 : 0)))
            page.panel(own, time)
            let both = [reference, actual].map {
                WaveLane(box: own, axis: axis, overview: $0, channel: channel, width: own.width)
            }
            both[0].drawAxis(on: &page)
            if channel < reference.channelCount { page.drawing.add(both[0].peaks, Palette.reference) }
            if channel < actual.channelCount {
                for outline in both[1].outlines { page.drawing.add(outline, Palette.actual) }
            }
            if own.height >= 16, layout.channelCount > 1, channel < layout.channelCount {
                page.laneName(layout.labels[channel].description, own)
            }
            markWorst(own, on: &page)
        }
        if layout.channelCount == 1 {
            page.drawing.write("dB", x: 12, y: box.y + Self.caption + 14, .start, Palette.title, bold: true)
        }
    }

    private func drawDifference(_ difference: SoundOverview, _ box: Box, _ time: TimeAxis, on page: inout Page) {
        let isNone = difference.peak == 0
        let text = isNone ? "no difference" : "difference, dBFS" + (worst.map { ": \($0.text)" } ?? "")
        page.drawing.write(text, x: box.x, y: box.y + 19, .start, Palette.title, bold: true, width: box.width)
        let lane = DifferenceLane(
            box: Box(
                x: box.x, y: box.y + Self.caption, width: box.width, height: max(1, box.height - Self.caption - 4)),
            difference: difference)
        page.panel(lane.box, time)
        lane.draw(on: &page)
        if !isNone { pointToWorst(lane.box, on: &page) }
    }

    private func worstX(_ box: Box) -> Int? {
        guard let worst, reference.grid.frameCount > 0 else { return nil }
        let part = Double(worst.frame) / Double(reference.grid.frameCount)
        return box.x + min(box.width - 1, max(0, Int((part * Double(box.width)).rounded(.down))))
    }

    /// A broken line through the place.
    private func markWorst(_ box: Box, on page: inout Page) {
        guard let x = worstX(box) else { return }
        var y = box.y
        while y < box.bottom {
            page.drawing.fill(Box(x: x, y: y, width: 1, height: min(5, box.bottom - y)), Palette.title)
            y += 9
        }
    }

    /// A head above the place, which leaves free what is there.
    private func pointToWorst(_ box: Box, on page: inout Page) {
        guard let x = worstX(box) else { return }
        for row in 0..<8 {
            page.drawing.fill(Box(x: x - 7 + row, y: box.y - 3 + row, width: 15 - 2 * row, height: 1), Palette.title)
        }
    }
}

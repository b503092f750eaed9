public import KKAnalysis
public import KKPCM

/// A picture of one or more sounds: their waveforms, one lane per channel, and their spectrograms, on one time axis.
///
/// Amplitudes are linear and labelled in dBFS; the lighter area reaches from the lowest to the highest sample, the
/// darker area is RMS. All lanes have the same scale. Marks at a lane's upper edge show clipping: samples beyond full
/// scale, runs at full scale, or NaN. The same data give the same pixels.
public struct SoundPicture {
    /// One sound. Parts that are `nil` are not drawn.
    public struct Sound {
        public var title: String
        /// Facts in one line below the title.
        public var facts: String
        public var layout: ChannelLayout
        public var sampleRate: Double
        public var frameCount: Int64
        public var overview: SoundOverview?
        public var spectrogram: Spectrogram?

        public init(
            title: String, facts: String, layout: ChannelLayout, sampleRate: Double, frameCount: Int64,
            overview: SoundOverview?,
            spectrogram: Spectrogram?
        ) {
            (self.title, self.facts, self.layout, self.sampleRate, self.frameCount) = (
                title, facts, layout, sampleRate, frameCount
            )
            (self.overview, self.spectrogram) = (overview, spectrogram)
        }

        var seconds: Double { Double(frameCount) / sampleRate }
    }

    public var sounds: [Sound]
    public var width: Int
    public var height: Int
    /// The start of the sounds in their files, in seconds.
    public var start: Double

    public init(_ sounds: [Sound], width: Int, height: Int, start: Double = 0) {
        (self.sounds, self.width, self.height, self.start) = (sounds, width, height, start)
    }

    /// The number of columns for the overview and the spectrogram of a sound, one pixel each.
    ///
    /// - Parameter part: the sound's length as a fraction of the longest one.
    public static func columnCount(width: Int, part: Double = 1) -> Int {
        max(1, Int((Double(Page.plotWidth(width)) * min(1, part)).rounded()))
    }

    /// The number of rows for a spectrogram, each a pixel high or a little more.
    public static let rowCount = 360

    /// The usual height for these numbers of channels and for spectrograms.
    public static func usualHeight(channelCounts: [Int], hasWave: Bool, hasSpectrogram: Bool) -> Int {
        let parts = channelCounts.map { count in
            (hasWave ? max(count * (count > 2 ? 60 : count > 1 ? 112 : 170), 80) : 0) + (hasSpectrogram ? 280 : 0) + 12
        }
        let headings = channelCounts.count > 1 ? channelCounts.count * (2 * Label.height + 14) : Label.height
        return min(Page.largest, 42 + Page.footer + parts.reduce(0, +) + headings)
    }

    public static let sizes = (smallest: Page.smallest, largest: Page.largest)

    public func png() throws(ReportError) -> [UInt8] { try PNG.bytes(Canvas(drawing)) }

    public func svg() throws(ReportError) -> String { try SVG.text(drawing) }

    var drawing: Drawing {
        let single = sounds.count == 1
        let hasLegend = width >= 600 && sounds.contains { $0.overview != nil }
        var page = Page(
            width: width, height: height, title: single ? sounds[0].title : "\(sounds.count) sounds",
            lines: single ? [sounds[0].facts] : [],
            legendWidth: hasLegend ? 280 : 0)
        if hasLegend { page.waveLegend(y: single ? 28 + Label.height : 28) }
        let longest = sounds.map(\.seconds).max() ?? 0
        let time = TimeAxis(start: start, duration: longest)
        let axis = LevelAxis(peak: sounds.map { $0.overview?.peak ?? 0 }.max() ?? 0)
        let heading = single ? 0 : 2 * Label.height + 8
        let room = page.plot.height - sounds.count * heading - (sounds.count - 1) * 6
        let weight = sounds.reduce(0.0) { $0 + Self.weight($1) }
        var y = page.plot.y
        for sound in sounds {
            if !single {
                page.drawing.write(sound.title, x: 16, y: y + 16, .start, Palette.title, bold: true, width: width - 32)
                page.drawing.write(sound.facts, x: 16, y: y + 16 + Label.height, .start, width: width - 32)
                y += heading
            }
            let height = Int(Double(max(0, room)) * Self.weight(sound) / max(1, weight))
            let width =
                longest > 0
                ? min(page.plot.width, max(1, Int((Double(page.plot.width) * sound.seconds / longest).rounded()))) : 0
            draw(sound, Box(x: page.plot.x, y: y, width: page.plot.width, height: height), width, time, axis, on: &page)
            y += height + 6
        }
        page.timeAxis(time, below: y - 6)
        page.drawing.time = page.pictureTime([(page.plot.y, y - 6, time)])
        return page.drawing
    }

    private static func weight(_ sound: Sound) -> Double {
        let lanes =
            sound.overview.map { $0.channelCount > 2 ? 60 * Double($0.channelCount) : $0.channelCount > 1 ? 224 : 170 }
            ?? 0
        return lanes + (sound.spectrogram == nil ? 0 : 280)
    }

    private func draw(
        _ sound: Sound, _ box: Box, _ width: Int, _ time: TimeAxis, _ axis: LevelAxis, on page: inout Page
    ) {
        var y = box.y
        if let overview = sound.overview {
            let height =
                sound.spectrogram == nil
                ? box.height : Int(Double(box.height - 10) * (Self.weight(sound) - 280) / Self.weight(sound))
            let count = overview.channelCount
            for channel in 0..<count {
                let top = y + height * channel / count, bottom = y + height * (channel + 1) / count
                let lane = WaveLane(
                    box: Box(
                        x: box.x, y: top, width: box.width,
                        height: max(1, bottom - top - (height / count >= 12 ? 4 : 0))), axis: axis,
                    overview: overview, channel: channel, width: width)
                draw(lane, sound.layout, time, on: &page)
            }
            y += height + 10
        }
        if let spectrogram = sound.spectrogram, box.bottom > y {
            let own = Box(x: box.x, y: y, width: box.width, height: box.bottom - y)
            page.panel(own, time)
            SpectrogramPanel(box: own, spectrogram: spectrogram, width: width).draw(on: &page)
        }
    }

    private func draw(_ lane: WaveLane, _ layout: ChannelLayout, _ time: TimeAxis, on page: inout Page) {
        page.panel(lane.box, time)
        lane.drawAxis(on: &page)
        page.drawing.add(lane.peaks, Palette.peak)
        page.drawing.add(lane.rms, Palette.rms)
        if let alarms = lane.alarms { page.drawing.add(alarms, Palette.alarm) }
        guard lane.box.height >= 16, lane.channel < layout.channelCount else { return }
        if layout.channelCount > 1 {
            page.laneName(layout.labels[lane.channel].description, lane.box)
        } else {
            page.drawing.write("dB", x: 12, y: lane.box.y + 14, .start, Palette.title, bold: true)
        }
    }
}

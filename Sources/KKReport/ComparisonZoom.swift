public import KKAnalysis

/// An enlarged view of the worst position of two sounds: some milliseconds of one channel.
public struct ComparisonZoom {
    /// The title, in one line above it.
    public var title: String
    /// Each has one channel and the same grid.
    public var reference: SoundOverview
    public var actual: SoundOverview
    public var difference: SoundOverview
    /// The time at the left end in seconds, on the picture's time axis.
    public var start: Double
    /// The duration from left to right, in seconds.
    public var duration: Double

    public init(
        title: String, reference: SoundOverview, actual: SoundOverview, difference: SoundOverview, start: Double,
        duration: Double
    ) {
        (self.title, self.reference, self.actual, self.difference) = (title, reference, actual, difference)
        (self.start, self.duration) = (start, duration)
    }

    /// Shorter sounds need no enlarged view; in seconds.
    public static let shortestSound = 2.0
    /// The duration drawn on either side of the position, in seconds.
    public static let reach = 0.05

    var axis: TimeAxis { TimeAxis(start: start, duration: duration) }
}

extension ComparisonPicture {
    /// What it adds to the height: the axis above, its line, and two panels.
    static let zoomHeight = Page.footer + caption + upperHeight + 6 + lowerHeight
    private static let (upperHeight, lowerHeight) = (118, 72)

    /// A picture that somebody wants low has the whole alone.
    func hasRoomForZoom(_ plot: Box) -> Bool { zoom != nil && plot.height >= Self.zoomHeight + 240 }

    /// The actual as a line over the reference's, which is broader, and below it the difference on a scale of its own.
    func draw(_ zoom: ComparisonZoom, _ box: Box, on page: inout Page) {
        page.drawing.write(
            zoom.title, x: box.x, y: box.y + 19, .start, Palette.title, bold: true, width: box.width)
        let top = box.y + Self.caption
        let upper = Box(x: box.x, y: top, width: box.width, height: Self.upperHeight)
        let lower = Box(x: box.x, y: upper.bottom + 6, width: box.width, height: Self.lowerHeight)
        let axis = LevelAxis(peak: max(zoom.reference.peak, zoom.actual.peak))
        let lane = { (box: Box, axis: LevelAxis, overview: SoundOverview) in
            WaveLane(box: box, axis: axis, overview: overview, channel: 0, width: box.width)
        }
        page.panel(upper, zoom.axis)
        let reference = lane(upper, axis, zoom.reference)
        reference.drawAxis(on: &page)
        page.drawing.add(reference.line(thickness: 7), Palette.reference)
        page.drawing.add(lane(upper, axis, zoom.actual).line(thickness: 2), Palette.actual)
        page.panel(lower, zoom.axis)
        let difference = lane(lower, LevelAxis(peak: zoom.difference.peak), zoom.difference)
        difference.drawAxis(on: &page)
        page.drawing.add(difference.line(thickness: 2), Palette.differenceRMS)
        page.drawing.write(
            "diff", x: 12, y: lower.y + lower.height / 2 + 7, .start, Palette.title, bold: true, width: 48)
        page.timeAxis(zoom.axis, below: lower.bottom)
    }
}

public import KKAnalysis

/// The worst place of two sounds from near by: some milliseconds of one channel.
public struct ComparisonZoom {
    /// In one line above it.
    public var title: String
    /// Each of one channel, and of one grid.
    public var reference: SoundOverview
    public var actual: SoundOverview
    public var difference: SoundOverview
    /// The second at the left end, on the time line of the picture.
    public var start: Double
    /// Seconds from the left to the right.
    public var duration: Double

    public init(
        title: String, reference: SoundOverview, actual: SoundOverview, difference: SoundOverview, start: Double,
        duration: Double
    ) {
        (self.title, self.reference, self.actual, self.difference) = (title, reference, actual, difference)
        (self.start, self.duration) = (start, duration)
    }

    /// Sounds that are shorter are seen well enough as a whole, in seconds.
    public static let shortestSound = 2.0
    /// What is drawn on either side of the place, in seconds.
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

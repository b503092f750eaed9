public import KKPCM
public import KKUnits

extension UnitCase {
    /// Renders `frameCount` frames of every bus, which all have the channels of the first, in slices of lengths that
    /// `slices` gives by their number, and shows each to `body`.
    ///
    /// ## Allocation
    /// A buffer, before the first slice.
    public func render(
        _ unit: AudioUnit, frameCount: Int, slices: (Int) -> Int,
        _ body: (_ bus: Int, borrowing PCMBuffer) throws -> Void
    ) throws {
        let format = try unit.streamFormat(.output, element: buses[0])
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: unit.maximumFramesPerSlice)
        var done = 0, slice = 0
        while done < frameCount {
            let count = min(slices(slice), frameCount - done)
            for bus in buses {
                var flags: RenderActionFlags = .offlineRender
                try unit.render(
                    &flags, time: AudioTime(sampleTime: Int64(done), sampleRate: format.sampleRate), bus: bus,
                    frameCount: count, into: &buffer)
                try body(bus, buffer)
            }
            done += count
            slice += 1
        }
    }
}

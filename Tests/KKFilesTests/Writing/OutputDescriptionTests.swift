import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// What an output is said to be is what a reader of it finds.
@Suite struct OutputDescriptionTests {
    @Test(arguments: OutputContainer.allCases.filter { $0 != .raw })
    func `the description of an output is its reader's`(container: OutputContainer) throws {
        let folder = try KKTestSupport.ScratchFolder()
        for encoding in container.encodings {
            for (rate, layout) in [(48_000.0, ChannelLayout.stereo), (16_000, .mono)]
            where ![.opus, .ac3].contains(encoding) || rate == 48_000 {
                let format = OutputFormat(container: container, encoding: encoding)
                let path = folder.path("\(encoding.rawValue)-\(Int(rate)).\(container.extensions[0])")
                let writer = try AudioFileWriter(path: path, format: format, layout: layout, sampleRate: rate)
                var buffer = PCMBuffer(channelCount: layout.channelCount, frameCapacity: 4_000)
                buffer.frameLength = 4_000
                try writer.write(buffer)
                try writer.finalize()
                let read = try AudioFileReader(path: path).fileFormat
                #expect(
                    format.dataFormat(sampleRate: rate, channelCount: layout.channelCount) == read,
                    "\(format) at \(rate)")
            }
        }
    }
}

import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Packets in a container that is not a Core Audio file: nothing in its header is called as there.
@Suite struct PacketContainerTests {
    /// codec-ima4.caf as a container without chunks, of packets of one size.
    private let source: ByteSource
    private var container: Container

    init() throws {
        source = ByteSource(bytes: try fixtureBytes("codec-ima4.caf"))
        let caf = try Container(source, fileType: .caf, start: 0)
        container = Container(typeID: "xyz ", dataFormat: caf.dataFormat)
        (container.dataOffset, container.dataByteCount) = (caf.dataOffset, caf.dataByteCount)
        (container.layout, container.start) = (caf.layout, 3)
    }

    @Test func `its packets are played, and it keeps its name`() throws {
        let decoder = try PacketFileDecoder(source, container, of: .au)
        let whole = try AudioFileReader(path: Fixtures.path("codec-ima4.caf")).readAll()
        let count = Int(decoder.properties.frameCount)
        #expect(decoder.properties.fileType == .au && count >= whole[0].count && !whole[0].isEmpty)
        var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: count)
        var filled = 0
        while filled < count {
            let made = try decoder.read(into: &buffer, at: filled, frameCount: count - filled)
            try #require(made > 0)
            filled += made
        }
        buffer.frameLength = count
        // A table, which it does not have, would cut priming and remainder off.
        let priming = Int(try Container(source, fileType: .caf, start: 0).packetTableInfo?.primingFrames ?? 0)
        for channel in whole.indices {
            #expect(
                buffer.samples(ofChannel: channel).dropFirst(priming).prefix(whole[channel].count)
                    == whole[channel][...])
        }
    }

    @Test func `more frames than can be counted are an error`() {
        var container = container
        (container.dataFormat.framesPerPacket, container.dataByteCount) = (.max, .max)
        let error = #expect(throws: AudioFileError.self) { try PacketFileDecoder(source, container, of: .au) }
        #expect(error?.code == .invalidFile && error?.problem.hasSuffix("more than can be counted") == true)
    }

    @Test func `a header that cannot be followed is named at its place`() {
        var container = container
        container.dataFormat.bytesPerPacket += 1
        for (offset, place) in [(77, 77), (nil, 3)] as [(Int64?, Int64)] {
            container.formatOffset = offset
            let error = #expect(throws: AudioFileError.self) { try PacketFileDecoder(source, container, of: .au) }
            #expect(error?.problem.hasPrefix("the header is not valid: packets of ") == true)
            #expect(error?.position == .byte(place))
        }
    }
}

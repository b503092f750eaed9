import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct PacketLineTests {
    /// Packets of 10, 20, 30 … bytes and 100 frames, with 50 frames lost before the third one and 7 before the fourth.
    private static let line: PacketLine = {
        var index = PacketIndex()
        var offset: Int64 = 1000
        for packet in 1...5 {
            index.append(offset: offset, byteCount: 10 * packet, frames: 100)
            offset += Int64(10 * packet)
        }
        return PacketLine(index, gaps: [.init(packet: 2, frames: 200..<250), .init(packet: 3, frames: 350..<357)])
    }()

    @Test func `every frame is in a packet or in a gap, and each packet's frames are where they belong`() {
        let line = Self.line
        #expect(line.frameCount == 557 && line.packetCount == 5)
        let ranges: [Range<Int64>] = [0..<100, 100..<200, 250..<350, 357..<457, 457..<557]
        #expect((0..<5).map { line.entry($0)?.frames } == ranges.map { $0 })
        #expect(line.entry(2) == .init(offset: 1030, byteCount: 30, frames: 250..<350))
        #expect(line.entry(-1) == nil && line.entry(5) == nil)
        for frame in 0..<557 as Range<Int64> {
            let packet = ranges.firstIndex { $0.contains(frame) }.map { Int64($0) }
            let gap: Range<Int64> = frame < 250 ? 200..<250 : 350..<357
            #expect(line.place(ofFrame: frame) == (packet.map { .packet($0) } ?? .gap(gap)))
        }
    }

    @Test func `packets of one size need no index`() {
        let line = PacketLine(offset: 500, byteCount: 68, frames: 64, packetCount: 10)
        #expect(line.frameCount == 640)
        #expect(line.entry(9) == .init(offset: 500 + 9 * 68, byteCount: 68, frames: 576..<640))
        #expect(line.place(ofFrame: 63) == .packet(0) && line.place(ofFrame: 64) == .packet(1))
    }
}

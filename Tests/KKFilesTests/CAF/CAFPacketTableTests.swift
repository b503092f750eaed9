import KKPCM
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct CAFPacketTableTests {
    private static func description(bytes: UInt32, frames: UInt32) -> CAFDescription {
        CAFDescription(
            sampleRate: 44_100, formatID: "aac ", bytesPerPacket: bytes, framesPerPacket: frames, channelsPerFrame: 2,
            bitsPerChannel: 0)
    }

    @Test func `numbers of seven bits a byte are those of the specification`() throws {
        let pairs: [(UInt32, [UInt8])] = [
            (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x81, 0]), (255, [0x81, 0x7F]), (16_383, [0xFF, 0x7F]),
            (16_384, [0x81, 0x80, 0]),
            (0x1FFFFF, [0xFF, 0xFF, 0x7F]), (0x0FFF_FFFF, [0xFF, 0xFF, 0xFF, 0x7F]),
            (0x1000_0000, [0x81, 0x80, 0x80, 0x80, 0]),
            (.max, [0x8F, 0xFF, 0xFF, 0xFF, 0x7F]),
        ]
        for (number, expected) in pairs {
            var bytes: [UInt8] = []
            VariableLengthInteger.append(number, to: &bytes)
            #expect(bytes == expected)
            var offset = 0
            #expect(try VariableLengthInteger.read(bytes, at: &offset) == number)
            #expect(offset == bytes.count)
        }
        var offset = 0
        #expect(try VariableLengthInteger.read([0x80, 0x80, 5], at: &offset) == 5)
        for bad: [UInt8] in [
            [], [0x80], [0x90, 0x80, 0x80, 0x80, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] {
            #expect(throws: CAFDamage.self) {
                var offset = 0
                return try VariableLengthInteger.read(bad, at: &offset)
            }
        }
    }

    @Test func `a table of sizes has the specification's bytes, and its packets follow one another`() throws {
        var table = CAFPacketTable(Self.description(bytes: 0, frames: 1024))
        table.append(byteCount: 300)
        table.append(byteCount: 5)
        table.info = PacketTableInfo(validFrames: 1000, primingFrames: 1024, remainderFrames: 24)
        let expected: Bytes = .be(2 as Int64, 1000) + .be(1024 as Int32, 24) + .raw([0x82, 0x2C, 5])
        #expect(table.bytes == expected.all)
        let read = try CAFPacketTable(
            bytes: expected.all + [0, 0, 0], description: Self.description(bytes: 0, frames: 1024))
        #expect(read == table)
        #expect(
            Array(read.packets()) == [
                PacketDescription(startOffset: 0, byteCount: 300), PacketDescription(startOffset: 300, byteCount: 5),
            ])
        #expect((read.byteCount, read.frameCount, read.maximumPacketByteCount) == (305, 2048, 300))
    }

    @Test func `frames alone, and sizes with frames, are the other two shapes`() throws {
        let frames: Bytes = .be(2 as Int64, 129) + .be(0 as Int32, 0) + .raw([1, 0x81, 0])
        let ofFrames = try CAFPacketTable(bytes: frames.all, description: Self.description(bytes: 10, frames: 0))
        #expect(Array(ofFrames.packets()).map(\.startOffset) == [0, 10])
        #expect(Array(ofFrames.packets()).map(\.variableFrames) == [1, 128])
        #expect(ofFrames.bytes == frames.all)
        let both: Bytes = .be(2 as Int64, 129) + .be(0 as Int32, 0) + .raw([7, 1, 9, 0x81, 0])
        let ofBoth = try CAFPacketTable(bytes: both.all, description: Self.description(bytes: 0, frames: 0))
        let expected = [
            PacketDescription(startOffset: 0, variableFrames: 1, byteCount: 7),
            PacketDescription(startOffset: 7, variableFrames: 128, byteCount: 9),
        ]
        #expect(Array(ofBoth.packets()) == expected)
        #expect(ofBoth.bytes == both.all)
    }

    @Test func `packets that are all alike need no entries`() throws {
        let header: Bytes = .be(1 << 40 as Int64, 64 << 40 - 100) + .be(60 as Int32, 40)
        let table = try CAFPacketTable(bytes: header.all, description: Self.description(bytes: 68, frames: 64))
        #expect(table.bytes == header.all)
        #expect((table.byteCount, table.frameCount) == (68 << 40, 64 << 40))
        #expect(table.packet(1 << 39) == PacketDescription(startOffset: 68 << 39, byteCount: 68))
        #expect(table.packet(1 << 40) == nil)
        let place = try #require(table.packet(ofFrame: 64 * 1000 + 63))
        #expect((place.packet, place.firstFrame) == (1000, 64_000))
        for count: Int64 in [-1, .max, .min] {
            let bytes: Bytes = .be(count, 0) + .be(0 as Int32, 0)
            #expect(throws: CAFDamage.self) {
                try CAFPacketTable(bytes: bytes.all, description: Self.description(bytes: 68, frames: 64))
            }
        }
    }

    @Test(arguments: [(0 as UInt32, 1024 as UInt32), (0, 0), (16, 0)])
    func `lookups by packet, frame and byte are those of a plain list`(bytes: UInt32, frames: UInt32) throws {
        var table = CAFPacketTable(Self.description(bytes: bytes, frames: frames))
        var plain: [(byte: Int64, frame: Int64, bytes: Int, frames: Int)] = []
        var seed: UInt32 = 12_345
        func next(_ limit: UInt32) -> Int {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return Int(seed >> 8 % limit)
        }
        for _ in 0..<5000 {
            let size = bytes == 0 ? next(40_000) : Int(bytes)
            let length = frames == 0 ? next(3000) : Int(frames)
            plain.append((table.byteCount, table.frameCount, size, length))
            table.append(byteCount: size, frames: length)
        }
        let read = try CAFPacketTable(bytes: table.bytes, description: Self.description(bytes: bytes, frames: frames))
        #expect(read == table)
        #expect(read.marks.count == 5)
        for index in [0, 1, 1022, 1023, 1024, 1025, 2048, 4999] {
            let description = try #require(read.packet(Int64(index)))
            #expect((description.startOffset, description.byteCount) == (plain[index].byte, plain[index].bytes))
            #expect(read.firstFrame(of: Int64(index)) == plain[index].frame)
            if plain[index].frames > 0 {
                for frame in [plain[index].frame, plain[index].frame + Int64(plain[index].frames) - 1] {
                    let place = try #require(read.packet(ofFrame: frame))
                    #expect((place.packet, place.firstFrame) == (Int64(index), plain[index].frame))
                }
            }
            if plain[index].bytes > 0 {
                #expect(read.packet(ofByte: plain[index].byte + Int64(plain[index].bytes) - 1)?.packet == Int64(index))
            }
        }
        #expect(
            read.packet(ofFrame: read.frameCount) == nil && read.packet(ofFrame: -1) == nil && read.packet(5000) == nil)
        #expect(Array(read.packets(from: 1500)).map(\.startOffset) == plain[1500...].map(\.byte))
        #expect(Array(read.packets(from: 9000)).isEmpty)
    }

    @Test func `a million packets take their entries and a mark for every 1024th`() {
        var table = CAFPacketTable(Self.description(bytes: 0, frames: 1024))
        for index in 0..<1_000_000 { table.append(byteCount: 200 + index % 400) }
        #expect(table.entries.count == 2_000_000)
        #expect(table.marks.count * MemoryLayout<CAFPacketTable.Mark>.size < 24_000)
    }

    @Test func `a table that ends before its packets is damage at the byte`() throws {
        func offset(_ bytes: Bytes) -> Int? {
            do throws(CAFDamage) {
                _ = try CAFPacketTable(bytes: bytes.all, description: Self.description(bytes: 0, frames: 1024))
                return nil
            } catch {
                return error.offset
            }
        }
        let header: Bytes = .be(3 as Int64, 0) + .be(0 as Int32, 0)
        #expect(offset(header + .raw([1, 0x82, 1])) == 27)
        #expect(offset(header + .raw([1, 0x82])) == 0)
        #expect(offset(header + .raw([1, 2, 0x80])) == 26)
        #expect(offset(header + .raw([1, 2, 3])) == nil)
        for count in 0..<24 { #expect(offset(Bytes(all: Array(header.all[..<count]))) == count) }
    }
}

import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// ffmpeg, which is not everywhere.
enum FFmpeg {
    static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// Runs it in a folder, where it has to succeed.
    static func run(_ words: String, in folder: ScratchFolder) throws {
        let run = try CommandRun.shell("ffmpeg -nostdin -y -v error \(words)", in: folder.path)
        try #require(run.status == 0, "\(run.errorText)")
    }

    /// What ffmpeg makes of a fixture.
    static func encoded(_ fixture: String, _ options: String, as name: String) throws -> [UInt8] {
        let folder = try KKTestSupport.ScratchFolder()
        let run = try CommandRun.shell(
            "/usr/bin/ffmpeg -v error -i \(Fixtures.path(fixture)) -map_metadata -1 \(options) -bitexact \(name)",
            in: folder.root)
        try #require(run.status == 0, "\(run.errorText)")
        return try #require(folder.bytes(name))
    }

    /// Where ffprobe sees packets.
    static func packets(_ bytes: [UInt8], name: String) throws -> [Range<Int>] {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(bytes, to: name)
        let run = try CommandRun.shell(
            "/usr/bin/ffprobe -v error -select_streams a -show_entries packet=pos,size -of csv=p=0 \(name)",
            in: folder.root)
        return run.outputText.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").compactMap { Int($0) }
            return numbers.count == 2 ? numbers[1]..<numbers[1] + numbers[0] : nil
        }
    }
}

/// What a framer makes of some bytes.
struct FramerRun: Equatable {
    var packets: [Range<Int>] = []
    var frames: [Int] = []
    var headers: [Range<Int>] = []
    var junk: [Range<Int>] = []
    /// The longest window that was asked for.
    var widest = 0

    /// - Parameter portions: the sizes of the portions in which the bytes come, one after the other and round again.
    init(_ framer: some PacketFramer, _ bytes: [UInt8], portions: [Int] = [.max]) throws {
        var framer = framer
        var position = 0
        var available = 0
        var portion = 0
        var needed = 1
        while true {
            while available - position < needed, available < bytes.count {
                available += min(max(1, portions[portion % portions.count]), bytes.count - available)
                portion += 1
            }
            let isEnd = available == bytes.count && available - position < needed
            let window = Array(bytes[position..<available])
            let step = framer.step(window.span, isEnd: isEnd)
            switch step {
            case .needsBytes(let count):
                try #require(!isEnd, "asks for bytes at the end")
                try #require(count > window.count, "asks for what it has")
                needed = count
                widest = max(widest, count)
                continue
            case .end:
                try #require(isEnd && window.isEmpty)
                return
            case .packet(let count, let frames):
                packets.append(position..<position + count)
                self.frames.append(frames)
            case .header(let count): Self.append(position..<position + count, to: &headers)
            case .junk(let count): Self.append(position..<position + count, to: &junk)
            }
            try #require(step.byteCount > 0 && step.byteCount <= window.count)
            position += step.byteCount
            needed = 1
        }
    }

    private static func append(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
        if ranges.last?.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.packets == right.packets && left.frames == right.frames && left.headers == right.headers
            && left.junk == right.junk
    }
}

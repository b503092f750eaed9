import Foundation
import KKMixing
import KKTestSupport
import Testing

/// The folder of a page, where it is full and where writing fails.
@Suite struct ReportFolderTests {
    private static func report(in folder: ScratchFolder, count: Int) throws -> Report {
        var report = Report("kkmix test")
        for number in 0..<count {
            try folder.write(WaveFile.pcm16((0..<1_000).map { [Int16($0 + number)] }), to: "\(number).wav")
            var entry = ReportEntry("case-\(number)", in: "m", .different, "differs")
            entry.attachments = [ReportAttachment(.actual, path: folder.path("\(number).wav"))]
            report.entries.append(entry)
        }
        return report
    }

    @Test func `a sound beyond the folder's limit is left out, and its card says so`() throws {
        let folder = try ScratchFolder()
        let report = try Self.report(in: folder, count: 3)
        // Two files of 2,044 bytes.
        let shown = try ReportFolder(path: FilePath(folder.path("page")), limit: 4_100).write(
            report, temporaryFiles: TemporaryFiles())
        #expect(
            shown.entries.map { $0.attachment(.actual)?.page } == [
                "files/case-0.actual.wav", "files/case-1.actual.wav", nil,
            ])
        #expect(shown.entries[2].warnings.map { $0.contains("the report has no room for it") } == [true])
        #expect(
            try FilePath(folder.path("page/files")).names().sorted() == [
                "case-0.actual.wav", "case-1.actual.wav",
            ])
        #expect(
            String(decoding: folder.bytes("page/index.html") ?? [], as: UTF8.self).contains(
                "the report has no room for it"))
    }

    @Test func `a page that cannot be written takes its sounds and its folder with it`() throws {
        let folder = try ScratchFolder()
        let report = try Self.report(in: folder, count: 2)
        // A folder stands where the page should go: the sounds are written by then.
        try FileManager.default.createDirectory(
            atPath: folder.path("page/index.html"), withIntermediateDirectories: true)
        try folder.write([1], to: "page/index.html/other")
        #expect(throws: (any Error).self) {
            try ReportFolder(path: FilePath(folder.path("page")), force: true).write(
                report, temporaryFiles: TemporaryFiles())
        }
        #expect(try FilePath(folder.path("page")).names() == ["index.html"])
    }

    @Test func `an empty folder that was there stays when nothing can be written into it`() throws {
        let folder = try ScratchFolder()
        let report = try Self.report(in: folder, count: 1)
        for (name, page) in [("mine", "mine"), ("other/files", "other")] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
            let stopped = TemporaryFiles()
            stopped.removeAll()
            #expect(throws: (any Error).self) {
                try ReportFolder(path: FilePath(folder.path(page))).write(report, temporaryFiles: stopped)
            }
            #expect(FilePath(folder.path(name)).isFolder, "\(name)")
        }
        // Nor does a page that shows nothing take the place where it would.
        try ReportFolder(path: FilePath(folder.path("other"))).write(
            Report("kkmix test"), temporaryFiles: TemporaryFiles())
        #expect(
            FilePath(folder.path("other/files")).isFolder
                && FilePath(folder.path("other/index.html")).isFile)
    }
}

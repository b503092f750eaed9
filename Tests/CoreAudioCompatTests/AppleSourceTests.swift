import CAppleSources
import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// What programs for Apple's systems say compiles, and does what it says.
@Suite struct AppleSourceTests {
    static let parts: [(String, @Sendable () -> Int32)] = [
        ("the C library", CLibraryIsThere), ("byte orders", BytesAreSwapped), ("numbers of the Mac", MacTypesAreThere),
        ("constants", ConstantsAnswer), ("flags in C++", FlagsAreNumbers), ("formats in C++", FormatsAreFilledOut),
        ("strings", StringsWork), ("URLs", URLsWork), ("numbers", NumbersWork), ("dictionaries", DictionariesWork),
        ("arrays", ArraysWork), ("data", DataWork), ("property lists", PropertyListsWork), ("bundles", BundlesWork),
        ("encoders", EncodersAreAskedAbout),
    ]

    @Test(arguments: parts.indices) func `a program in C has it with one header`(part: Int) {
        let (what, run) = Self.parts[part]
        #expect(run() == 0, "\(what): the line of Tests/CAppleSources")
    }

    @Test func `a run loop runs its timer, and stops`() async {
        let line = await withCheckedContinuation { done in
            Thread { done.resume(returning: RunLoopsWork()) }.start()
        }
        #expect(line == 0)
    }

    @Test func `every header can be included alone, and all of them in C++`() throws {
        let folder = "\(Fixtures.root)/Sources/CCoreAudio/include"
        let headers = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".h") }
        #expect(headers.count > 40)
        let lines = headers.sorted().map { "#include <\($0)>\n" }, sources = try ScratchFolder()
        for (index, line) in lines.enumerated() {
            try line.write(toFile: "\(sources.root)/\(index).c", atomically: true, encoding: .utf8)
        }
        try lines.joined().write(toFile: "\(sources.root)/all.cpp", atomically: true, encoding: .utf8)
        let built = try CommandRun.shell(
            "clang -fsyntax-only -Wall -Wextra -Werror -I '\(folder)' *.c *.cpp", in: sources.root)
        #expect(built.status == 0, "\(built.errorText)")
    }

    @Test func `the host's clock is the time of the slice that was last asked for`() throws {
        #expect(HostTimeIsThatOfTheSlice() == 0)
        #expect(AudioGetHostClockFrequency() == 1e9 && AudioGetHostClockMinimumTimeDelta() == 1)
        #expect(AudioConvertHostTimeToNanos(5) == 5 && AudioConvertNanosToHostTime(5) == 5)
        var base = mach_timebase_info()
        #expect(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == base.denom)
        #expect(AudioGetCurrentHostTime() > 0 && mach_absolute_time() > 0)
    }
}

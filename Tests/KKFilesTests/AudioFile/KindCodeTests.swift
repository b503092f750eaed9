import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers

@Suite struct KindCodeTests {
    /// `kAudioFile…Type` of the header. Sound Designer II, in a fork of its own, is read by nobody here.
    @Test func `a file that Core Audio has a code for had another`() throws {
        let path = "\(Fixtures.root)/Sources/CCoreAudio/include/AudioToolbox/AudioFile.h"
        let header = try String(contentsOfFile: path, encoding: .utf8)
        let codes = header.matches(of: /kAudioFile(?!GlobalInfo)\w+Type = '(....)'/).map { String($0.output.1) }
        let known = Set(ContainerFormat.all.flatMap(\.kinds).map { $0.typeID.rawValue })
        #expect(codes.count == 22)
        for code in codes where code != "Sd2f" {
            #expect(known.contains(code.utf8.reduce(0) { $0 << 8 | UInt32($1) }), "\(code)")
        }
    }
}

// What tests find out from outside of a process: the allocations of a unit's case, while it is rendered for as many
// slices as the command says, and the answer of a converter to a format, where a library is hidden from the process.
//
//   unit-slices --list
//   unit-slices CASE SLICES
//   unit-slices --encoder FORMAT
import Glibc
import KKConvert
import KKPCM
import KKUnitCases
import KKUnits

/// Ends the program at once, and with a line on standard error.
func leave(_ text: String, status: Int32) -> Never {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(status == 0 ? 1 : 2, line, line.count)
    _exit(status)
}

let words = Array(CommandLine.arguments.dropFirst())
if words == ["--list"] { leave(UnitCase.all.map(\.name).joined(separator: "\n"), status: 0) }
if words.count == 2, words[0] == "--encoder" {
    do throws(AudioConverterError) {
        _ = try AudioConverter(
            from: .canonical(sampleRate: 48_000, channels: 2),
            to: StreamDescription(sampleRate: 48_000, formatID: FourCharCode(words[1]), channelsPerFrame: 2))
        leave("", status: 0)
    } catch {
        leave("\(error.code): \(error)", status: error.kind == .unavailable ? 69 : 70)
    }
}
guard words.count == 2, let count = Int(words[1]), count > 0,
    let chosen = UnitCase.all.first(where: { $0.name == words[0] })
else {
    leave("usage: unit-slices --list | unit-slices CASE SLICES | unit-slices --encoder FORMAT", status: 64)
}
do {
    var sum: Float = 0
    try chosen.render(chosen.makeUnit(), frameCount: 64 * count, slices: { _ in 64 }) { _, buffer in
        sum += buffer.withChannel(0) { $0[63] }
    }
    // And as bytes, which go through a list.
    let unit = try chosen.makeUnit(), format = try unit.streamFormat(.output, element: chosen.buses[0])
    var list = AudioBufferList(for: format, frameCapacity: 64), flags: RenderActionFlags = .offlineRender
    for slice in 0..<count {
        let time = AudioTime(sampleTime: Int64(64 * slice), sampleRate: format.sampleRate)
        try unit.render(&flags, time: time, bus: chosen.buses[0], frameCount: 64, into: &list)
    }
    if sum == 0 { leave("unit-slices: \(chosen) is silent", status: 1) }
    _exit(0)
} catch {
    leave("unit-slices: \(error)", status: 1)
}

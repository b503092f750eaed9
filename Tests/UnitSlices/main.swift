// Renders a unit's case for as long as it is reported, so that its allocations can be counted from outside.
//
//   unit-slices --list
//   unit-slices CASE SLICES
import Glibc
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
guard words.count == 2, let count = Int(words[1]), count > 0,
    let chosen = UnitCase.all.first(where: { $0.name == words[0] })
else {
    leave("usage: unit-slices --list | unit-slices CASE SLICES", status: 64)
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

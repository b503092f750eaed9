// kkmix-fuzz TARGET [libFuzzer's options and corpora]: gives one parser whatever bytes libFuzzer thinks of. An error that is thrown is an answer; a crash,
// a hang and memory without bound are found by libFuzzer and its sanitizers.
import Glibc

/// libFuzzer's own loop (`FuzzerDriver.cpp`), for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
func runLibFuzzer(
    _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated(unsafe) var target: (([UInt8]) -> Void)?

let words = CommandLine.arguments
guard words.count > 1, let chosen = Target.all[words[1]] else {
    print("usage: kkmix-fuzz \(Target.all.keys.sorted().joined(separator: "|")) [libFuzzer's options and folders]")
    exit(64)
}
target = chosen

var arguments = ([words[0]] + words.dropFirst(2)).map { strdup($0) }
arguments.append(nil)
var count = Int32(arguments.count - 1)
let status: Int32 = arguments.withUnsafeMutableBufferPointer { list in
    var start = list.baseAddress!
    return runLibFuzzer(&count, &start) { bytes, count in
        target?(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}
exit(status)

// kkmix-fuzz [libFuzzer's options and corpora]: gives one parser whatever bytes libFuzzer thinks of. An error that is
// thrown is an answer; a contradiction is made a crash here, and crashes, hangs and memory without bound are found by
// libFuzzer and its sanitizers. FUZZ_TARGET names the parser, and FUZZ_FOLDER where it may write: libFuzzer runs the
// program again with words of its own. With FUZZ_STRUCTURED inputs are damaged by StructuredMutator, which knows files.
// scripts/fuzz builds and runs it.
import Glibc
import KKFuzzTargets

/// libFuzzer's own loop (`FuzzerDriver.cpp`), for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
@unsafe
func runLibFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// A target, and the file that it finds its inputs in.
struct Bench {
    let target: FuzzTarget
    let folder: String
    let descriptor: Int32

    init?(_ name: String, folder: String) {
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else { return nil }
        self.target = target
        self.folder = folder
        descriptor = unsafe open(folder + "/input", O_RDWR | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    func run(_ bytes: UnsafeBufferPointer<UInt8>) -> FuzzReach {
        unsafe precondition(
            ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count,
            "the input cannot be written")
        do throws(FuzzContradiction) {
            return try target.run(unsafe FuzzInput(bytes: Array(bytes), path: folder + "/input", folder: folder))
        } catch {
            print("contradiction: \(error)")
            fflush(nil)
            abort()
        }
    }
}

/// libFuzzer gives its function no context.
nonisolated(unsafe) private var bench: Bench?

/// How many inputs came how far, for scripts/fuzz.
nonisolated(unsafe) private var reached: [FuzzReach: Int] = [:]

/// By this name libFuzzer's own `main` asks for it, which is linked and not called.
@_cdecl("LLVMFuzzerTestOneInput")
func runOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let reach = unsafe bench?.run(UnsafeBufferPointer(start: bytes, count: count)) else { return 0 }
    unsafe reached[reach, default: 0] += 1
    // -1: what is refused is not kept. Damage that begins with it would go no further, and half of all inputs were of
    // this kind.
    return unsafe isStructured && reach != .read ? -1 : 0
}

/// libFuzzer's own damage.
@_silgen_name("LLVMFuzzerMutate")
@unsafe
func damageByChance(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

nonisolated(unsafe) private var isStructured = false

/// By this name libFuzzer asks for damage.
@_cdecl("LLVMFuzzerCustomMutator")
func damageOne(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    guard unsafe isStructured else { return unsafe damageByChance(bytes, count, limit) }
    var mutator = StructuredMutator(seed: UInt64(seed))
    let old = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let new = mutator.damaged(old, limit: limit), !new.isEmpty else {
        return unsafe damageByChance(bytes, count, limit)
    }
    for index in new.indices { unsafe bytes[index] = new[index] }
    return new.count
}

private func variable(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
}

let words = CommandLine.arguments
unsafe isStructured = !variable("FUZZ_STRUCTURED").isEmpty
unsafe bench = Bench(variable("FUZZ_TARGET"), folder: variable("FUZZ_FOLDER"))
guard unsafe bench != nil else {
    print("set FUZZ_TARGET to \(FuzzTarget.all.map(\.name).joined(separator: " ")), and FUZZ_FOLDER to a folder")
    exit(64)
}

atexit {
    let counts = unsafe FuzzReach.allCases.map { unsafe "\(reached[$0, default: 0]) \($0)" }
    print("reach: \(counts.joined(separator: ", "))")
}

let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
for (index, word) in words.enumerated() { unsafe list[index] = unsafe strdup(word) }
unsafe list[words.count] = nil
var count = Int32(words.count)
var start = unsafe list
exit(unsafe runLibFuzzer(&count, &start, runOne))

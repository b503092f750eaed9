import KKTestSupport
import Testing

/// The size and colours of a PNG, read by a program of its own: what stays the same when another zlib packs the bytes
/// otherwise.
struct PNGPixels: Equatable {
    let text: String

    init(_ path: String) throws {
        let script = """
            import hashlib, struct, sys, zlib
            data = open(sys.argv[1], 'rb').read(); place, parts = 8, {}
            while place < len(data):
                length, name = struct.unpack('>I4s', data[place:place + 8])
                parts[name] = parts.get(name, b'') + data[place + 8:place + 8 + length]; place += 12 + length
            width, height = struct.unpack('>II', parts[b'IHDR'][:8]); rows = zlib.decompress(parts[b'IDAT']); palette = parts[b'PLTE']
            colors = [palette[3 * n:3 * n + 3] for n in range(len(palette) // 3)]
            rows = b''.join(rows[y * (width + 1) + 1:(y + 1) * (width + 1)] for y in range(height))
            print(width, height, hashlib.sha256(b''.join(colors[n] for n in rows)).hexdigest())
            """
        let folder = try ScratchFolder()
        try folder.write(Array(script.utf8), to: "pixels.py")
        let run = try CommandRun.shell("python3 pixels.py '\(path)'", in: folder.root)
        try #require(run.status == 0, "\(run.errorText)")
        text = run.outputText
    }
}

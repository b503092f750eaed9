import Foundation
import KKTestSupport

/// A server of HTTP on loopback that works in a folder, and goes when that goes.
final class LoopbackServer {
    let folder: ScratchFolder
    private let server = Process()

    /// - Parameter handler: in Python, a class `Handler` that answers; it may put down in a file `asked` what it was
    ///   asked for, a line each.
    init(_ handler: String, in folder: ScratchFolder) throws {
        self.folder = folder
        try folder.write(Array("\(Self.head)\n\(handler)\n\(Self.tail)".utf8), to: "server.py")
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = ["python3", "server.py"]
        server.currentDirectoryURL = URL(fileURLWithPath: folder.root)
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        for _ in 0..<1_000 where folder.bytes("port") == nil { usleep(10_000) }
    }

    // What a test starts may have its signals blocked.
    deinit { kill(server.processIdentifier, SIGKILL) }

    func address(_ path: String) -> String {
        "http://127.0.0.1:\(String(decoding: folder.bytes("port") ?? [], as: UTF8.self))/\(path)"
    }

    var asked: [String] {
        String(decoding: folder.bytes("asked") ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let head = "import http.server, os, struct, threading, time"

    /// The port is in the file `port` when it can be used.
    private static let tail = """
        def leave():
            while os.path.exists("server.py"): time.sleep(0.2)
            os._exit(0)
        threading.Thread(target=leave, daemon=True).start()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        with open("port.new", "w") as file: file.write(str(server.server_port))
        os.rename("port.new", "port")
        server.serve_forever()
        """
}

/// What gives the files of a folder, each in the manner that the address asks for: `/slow/a.wav`.
extension LoopbackServer {
    static let sounds = """
        counts = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass

            def head(self, status, **headers):
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name.replace("_", "-"), str(value))
                self.send_header("Connection", "close")
                self.end_headers()

            def do_GET(self):
                self.close_connection = True
                part = self.headers.get("Range")
                with open("asked", "a") as log: log.write(f"{self.path} {part}\\n")
                manner, _, name = self.path[1:].partition("/")
                counts[manner] = turn = counts.get(manner, 0) + 1 if part else 1
                try: getattr(self, manner.replace("-", "_"))(name, turn)
                except (BrokenPipeError, ConnectionResetError): open("left", "w").close()

            def data(self, name):
                with open(name, "rb") as file: return file.read()

            def plain(self, name, turn):
                data = self.data(name)
                self.head(200, Content_Length=len(data))
                self.wfile.write(data)

            def slow(self, name, turn):
                data = self.data(name)
                self.head(200, Content_Length=len(data))
                for start in range(0, len(data), 20_000):
                    self.wfile.write(data[start:start + 20_000])
                    time.sleep(0.05)

            def chunked(self, name, turn):
                data = self.data(name)
                self.head(200, Transfer_Encoding="chunked")
                for start in range(0, len(data), 7_001):
                    piece = data[start:start + 7_001]
                    self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(piece), piece))
                self.wfile.write(b"0\\r\\n\\r\\n")

            def parts(self, name, tag, length=30_000):
                data, start = self.data(name), 0
                if part := self.headers.get("Range"):
                    start = int(part[6:-1])
                    if self.headers.get("If-Range") != '"one"': raise SystemExit
                    self.head(206, Content_Length=len(data) - start, ETag=tag, Accept_Ranges="bytes", Content_Range=f"bytes {start}-{len(data) - 1}/{len(data)}")
                else:
                    self.head(200, Content_Length=len(data), ETag=tag, Accept_Ranges="bytes")
                self.wfile.write(data[start:start + length])

            def broken(self, name, turn): self.parts(name, '"one"')
            def changed(self, name, turn): self.parts(name, '"one"' if turn == 1 else '"two"')
            def dying(self, name, turn): self.parts(name, '"one"', 30_000 if turn == 1 else 0)
            def weak(self, name, turn): self.parts(name, 'W/"one"')

            def partless(self, name, turn):
                data = self.data(name)
                self.head(200, Content_Length=len(data), ETag='"one"')
                self.wfile.write(data[:30_000])

            def restarting(self, name, turn):
                data = self.data(name)
                self.head(200, Content_Length=len(data), ETag='"one"', Accept_Ranges="bytes")
                self.wfile.write(data[:30_000] if turn == 1 else data)

            def lying(self, name, turn):
                data = self.data(name)
                self.head(200, Content_Length=len(data) + 1_000)
                self.wfile.write(data)

            def endless(self, name, turn):
                data = self.data(name)
                self.head(200)
                while True: self.wfile.write(data)

            def icy(self, name, turn):
                data = self.data(name)
                self.wfile.write(b"ICY 200 OK\\r\\nicy-metaint: 1000\\r\\nConnection: close\\r\\n\\r\\n")
                for number, start in enumerate(range(0, len(data), 1_000)):
                    text = b"StreamTitle='%d';" % number if number % 3 else b""
                    self.wfile.write(data[start:start + 1_000])
                    if start + 1_000 <= len(data): self.wfile.write(bytes([(len(text) + 15) // 16]) + text.ljust((len(text) + 15) // 16 * 16, b"\\0"))

            def status(self, name, turn): self.head(int(name), Content_Length=0)
            def to_plain(self, name, turn): self.head(302, Location="/plain/" + name, Content_Length=0)
            def to_file(self, name, turn): self.head(302, Location="file://" + os.path.abspath(name), Content_Length=0)
            def to_itself(self, name, turn): self.head(302, Location=self.path, Content_Length=0)
            def page(self, name, turn):
                self.head(200, Content_Type="audio/wav")
                self.wfile.write(b"<!DOCTYPE html><html>sign in</html>")
        """
}

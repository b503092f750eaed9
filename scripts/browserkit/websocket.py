"""A WebSocket client for one local server (RFC 6455): text messages, no extensions."""

import base64
import os
import socket
import struct


class WebSocket:
    def __init__(self, host, port, path, timeout=60):
        self.socket = socket.create_connection((host, port), timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self.socket.sendall(request.encode())
        self.buffer = b""
        head = self.until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]: raise ConnectionError(head.decode(errors="replace"))

    def until(self, end):
        while end not in self.buffer: self.fill()
        head, _, self.buffer = self.buffer.partition(end)
        return head

    def fill(self):
        part = self.socket.recv(1 << 20)
        if not part: raise ConnectionError("the browser has closed the connection")
        self.buffer += part

    def take(self, count):
        while len(self.buffer) < count: self.fill()
        part, self.buffer = self.buffer[:count], self.buffer[count:]
        return part

    def send(self, text, opcode=1):
        data, mask = text if isinstance(text, bytes) else text.encode(), os.urandom(4)
        size = len(data)
        head = bytes([0x80 | opcode])
        if size < 126: head += bytes([0x80 | size])
        elif size < 1 << 16: head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else: head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[index & 3] for index, byte in enumerate(data)))

    def receive(self):
        """The next text message, however many frames it has."""
        message = b""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126: size = struct.unpack(">H", self.take(2))[0]
            elif size == 127: size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            opcode = first & 15
            if opcode == 8: raise ConnectionError("the browser has closed the connection")
            if opcode == 9: self.send(data, opcode=10)
            elif opcode in (0, 1):
                message += data
                if first & 0x80: return message.decode()

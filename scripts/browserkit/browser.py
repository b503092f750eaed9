"""One page of a headless Chromium: load, look, click, type, take pictures."""

import base64
import http.client
import json
import os
import shutil
import subprocess
import tempfile
import time

from .websocket import WebSocket


class PageError(Exception):
    pass


class Browser:
    """Use it in a `with`: it ends with the block, and its profile goes."""

    def __enter__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program: raise PageError("there is no chromium here")
        self.profile = tempfile.mkdtemp(prefix="kkmix-browser-")
        flags = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                 "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio", "--remote-debugging-port=0", f"--user-data-dir={self.profile}"]
        # Root has no sandbox in Chromium; a container often has no other user.
        if os.getuid() == 0: flags.append("--no-sandbox")
        self.process = subprocess.Popen([program, *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try: self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def port(self):
        path = os.path.join(self.profile, "DevToolsActivePort")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None: raise PageError(f"chromium ended with {self.process.returncode}")
            try:
                with open(path, encoding="utf-8") as file: return int(file.readline())
            except (FileNotFoundError, ValueError): time.sleep(0.05)
        raise PageError("chromium has not opened its port")

    def page(self):
        port = self.port()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("PUT", "/json/new?about:blank")
        target = json.loads(connection.getresponse().read())
        connection.close()
        return Page(WebSocket("127.0.0.1", port, "/devtools/page/" + target["id"]))


class Page:
    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.events = []
        # What went wrong in the page, and what it asked for.
        self.complaints, self.requests = [], []
        for domain in ("Page", "Runtime", "Log", "Network"): self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == number:
                if "error" in message: raise PageError(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        method, facts = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown": self.complaints.append(json.dumps(facts["exceptionDetails"])[:1000])
        elif method == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning", "assert"): self.complaints.append(json.dumps(facts["args"])[:1000])
        elif method == "Log.entryAdded" and facts["entry"]["level"] in ("error", "warning"): self.complaints.append(facts["entry"]["text"])
        elif method == "Network.requestWillBeSent": self.requests.append(facts["request"]["url"])
        self.events.append(method)

    def load(self, url):
        self.events = []
        self.call("Page.navigate", url=url)
        self.wait(lambda: "Page.loadEventFired" in self.events, "the page to load")

    def wait(self, is_done, what, seconds=30):
        deadline = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > deadline: raise PageError(f"waited in vain for {what}")
            time.sleep(0.05)
            self.call("Runtime.evaluate", expression="0")

    def see(self, expression):
        """The value of an expression in the page, as JSON carries it."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result: raise PageError(f"{expression}: {json.dumps(result['exceptionDetails'])[:600]}")
        return result["result"].get("value")

    def click(self, expression, x=0.5, y=0.5):
        """Clicks on an element, at a part of its width and height."""
        box = self.see(f"(() => {{ const e = {expression}; e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }})()")
        if not box or box[2] == 0: raise PageError(f"nothing to click on: {expression}")
        place = {"x": box[0] + x * box[2], "y": box[1] + y * box[3], "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"): self.call("Input.dispatchMouseEvent", type=kind, **place)

    def press(self, key):
        code = {" ": ("Space", 32), "ArrowLeft": ("ArrowLeft", 37), "ArrowRight": ("ArrowRight", 39), "Home": ("Home", 36)}.get(key, ("Digit" + key, ord(key[0])))
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code[0], windowsVirtualKeyCode=code[1], **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code[0], windowsVirtualKeyCode=code[1])

    def scheme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def width(self, pixels, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=pixels, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, path, clip=None):
        """All of the page, or a part of it."""
        part = {"clip": clip} if clip else {}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, **part)["data"]
        with open(path, "wb") as file: file.write(base64.b64decode(data))

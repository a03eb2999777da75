"""Drives a headless Chromium with its DevTools protocol, through a pipe. Needs nothing but Python's standard library."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    """A browser with one page. Use it in a `with` statement: the browser ends with that."""

    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise SystemExit("There is no Chromium here. Debian: apt-get install chromium")
        # Errors are ignored, as the browser's helper processes may still write into the folder when the browser has ended.
        self.profile = tempfile.TemporaryDirectory(prefix="check-report-", ignore_cleanup_errors=True)
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()

        def connect():
            """Gives the browser its pipes where it expects them: it reads commands from file 3, and answers in file 4."""
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
            for number, end in enumerate(ends, start=3):
                os.dup2(end, number)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-extensions",
             "--force-device-scale-factor=1", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=connect, pass_fds=[3, 4], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)
        os.close(self.commands)
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method, **parameters):
        """Sends a command, waits for its answer, and returns that. Events that come meanwhile are kept in `events`."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise SystemExit(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise SystemExit("Chromium has ended")
            self.buffer += read
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        """Opens a page, and waits until it has loaded."""
        self.call("Page.navigate", url="about:blank")
        self.events.clear()
        self.call("Page.navigate", url=url)
        until = time.monotonic() + 30
        while not self.evaluate("document.readyState === 'complete' && location.href !== 'about:blank'"):
            if time.monotonic() > until:
                raise SystemExit(f"{url} does not load")
            time.sleep(0.05)

    def evaluate(self, expression):
        """Evaluates an expression of JavaScript, and returns its value. If that is a promise, waits for it."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            thrown = result["exceptionDetails"]
            raise SystemExit(thrown.get("exception", {}).get("description", thrown["text"]))
        return result["result"].get("value")

    def press(self, key):
        """Presses and releases a key; the page's element that has the focus gets it."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        virtual = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39}
        about = {"key": key, "code": key, "windowsVirtualKeyCode": virtual.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", **about, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)
        self.settle()

    def type(self, text):
        for character in text:
            self.press(character)

    def settle(self):
        """Waits until the page has been drawn anew."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def prefer(self, theme, width=1280, height=900):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def errors(self):
        """Returns what scripts have thrown, and the browser's errors and warnings, since the page was opened."""
        said = []
        for event in self.events:
            about = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                thrown = about["exceptionDetails"]
                said.append(thrown.get("exception", {}).get("description", thrown["text"]))
            elif event.get("method") == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
                said.append(about["entry"]["text"])
        return said

    def requests(self):
        """Returns the addresses that the page has loaded since it was opened, but for `data:` addresses, which are in the page."""
        asked = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith("data:")]

"""Desktop and user inside the clean system: a screen, a window manager and an unlocked keyring. The user
reads the screen as a screen reader does, and presses keys and buttons.
Each order is a line of JSON on stdin. Its answer is a line on stdout that begins with the word answer."""
import json
import os
import subprocess
import sys
import tempfile
import time

home = os.environ["HOME"]
os.environ["XDG_RUNTIME_DIR"] = os.path.join(home, "run")
os.makedirs(os.environ["XDG_RUNTIME_DIR"], mode=0o700, exist_ok=True)
os.environ["XDG_CURRENT_DESKTOP"] = "GNOME"
# Makes programs describe their windows to screen readers.
os.environ["ACCESSIBILITY_ENABLED"] = "1"

reading, writing = os.pipe()
screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"]
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
subprocess.Popen(screen, pass_fds=[writing], **quiet)
os.environ["DISPLAY"] = ":" + os.read(reading, 16).decode().strip()
subprocess.Popen(["openbox"], **quiet)
keyring = ["gnome-keyring-daemon", "--unlock", "--components=secrets"]
subprocess.run(keyring, input=b"of this test alone", check=True, **quiet)

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

Atspi.init()


def nodes(node, depth=0):
    """Yields a part of the screen and all parts within it."""
    yield node
    if depth < 60:
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield from nodes(child, depth + 1)


def seen():
    """Parts on the screen, with roles and names. Leaves out a part that disappears meanwhile."""
    found = []
    for index in range(Atspi.get_desktop(0).get_child_count()):
        try:
            for node in nodes(Atspi.get_desktop(0).get_child_at_index(index)):
                found.append((node.get_role_name(), node.get_name() or "", node))
        except Exception:  # GLib.Error, of many kinds
            pass
    return found


def find(role, name, seconds):
    end = time.monotonic() + seconds
    while True:
        for has_role, has_name, node in seen():
            if name in has_name and role in (None, has_role):
                return has_name, node
        if time.monotonic() > end:
            return None
        time.sleep(0.5)


def press(role, name, seconds):
    found = find(role, name, seconds)
    if found is None:
        return False
    area = found[1].get_extents(Atspi.CoordType.SCREEN)
    x, y = area.x + area.width // 2, area.y + area.height // 2
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
    return True


def run(command):
    # Use a file: background programs of the command would keep a pipe open.
    with tempfile.TemporaryFile("w+") as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            status = child.wait(timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            status = 124
        said.seek(0)
        return {"status": status, "said": said.read()}


def obey(order):
    what = order["do"]
    if what == "see":
        found = find(order.get("role"), order["name"], order["seconds"])
        return None if found is None else found[0]
    if what == "press":
        return press(order.get("role"), order["name"], order["seconds"])
    if what == "key":
        return subprocess.run(["xdotool", "key", order["name"]]).returncode == 0
    if what == "picture":
        return subprocess.run(["scrot", "--overwrite", order["name"]]).returncode == 0
    if what == "start":
        return subprocess.run(["gio", "launch", order["name"]], **quiet).returncode == 0
    if what == "run":
        return run(order["command"])
    if what == "tree":
        return [f"{role}: {name}" for role, name, _ in seen() if name]
    raise ValueError(what)


for line in sys.stdin:
    # The prefix marks answers, because services of the session write to the same output.
    print("answer " + json.dumps(obey(json.loads(line))), flush=True)

"""A clerk who can't see: works in Billfold through the accessibility tree and the keyboard alone.

Prints one line for each task with the words a screen reader would speak. Asks the test to change the service by a line
that begins with "ASK", and goes on when a line comes back. Ends with code 1 at the first task that fails.
"""

import re
import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE_S = 60
"""Longest wait for anything to appear, seconds."""
MOST_STOPS = 90
"""Longest way to a control by Tab."""
KEYS = {"Tab": 0xFF09, "Return": 0xFF0D, "Escape": 0xFF1B, "Home": 0xFF50, "Down": 0xFF54}
SHIFT = 50
"""Key code of the left Shift key."""


class Failed(Exception):
    """A task that the tree doesn't allow."""


def children(node):
    """Children that still exist. The tree changes while it is read."""
    try:
        found = [node.getChildAtIndex(at) for at in range(node.childCount)]
    except GLib.Error:
        return []
    return [child for child in found if child is not None]


def walk(node):
    """The node and everything below it that is shown."""
    yield node
    for child in children(node):
        yield from walk(child)


def app():
    """Billfold's root, as assistive technology finds it."""
    desktop = pyatspi.Registry.getDesktop(0)
    for candidate in children(desktop):
        if "electron" in candidate.name.lower():
            return candidate
    raise Failed("no application")


def role(node):
    """Role, or an empty text for a node that is gone."""
    try:
        return node.getRoleName()
    except GLib.Error:
        return ""


def words(node):
    """The words of a node: its name, or those of everything in it."""
    try:
        name = node.name or ""
    except GLib.Error:
        return ""
    if name.strip():
        return name
    return re.sub(r"\s+", " ", " ".join(words(child) for child in children(node))).strip()


def all_words(node):
    """All words below a node, each text once."""
    return " ".join(words(each) for each in walk(node) if role(each) in ("static", "text"))


def wait_for(what, look):
    """Waits until `look` finds something. It is asked again when the tree changed under it."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            found = look()
        except GLib.Error:
            found = None
        if found:
            return found
        time.sleep(0.2)
    raise Failed(f"did not find {what}")


def find(roles, name):
    """The first node of one of these roles whose words match."""
    matching = re.compile(name)

    def look():
        for node in walk(app()):
            if role(node) in roles and matching.search(words(node)):
                return node
        return None

    return wait_for(f"{'/'.join(roles)} “{name}”", look)


def has_state(node, state):
    """Whether the node has this AT-SPI state."""
    try:
        return node.getState().contains(state)
    except GLib.Error:
        return False


def focused():
    """The node with the focus, deepest first: in a list, the current row."""
    found = [node for node in walk(app()) if has_state(node, pyatspi.STATE_FOCUSED)]
    return found[-1] if found else None


def announced():
    """Words of the polite live region, which a screen reader speaks when they change."""
    for node in walk(app()):
        try:
            is_live = "live:polite" in node.getAttributes()
        except GLib.Error:
            continue
        if is_live and role(node) == "section":
            return all_words(node)
    return ""


def hear(pattern):
    """Waits until the live region says this."""
    return wait_for(
        f"the words “{pattern}” (last: “{announced()}”)",
        lambda: (said := announced()) and re.search(pattern, said) and said,
    )


def press(*keys):
    """Presses keys of a real keyboard, as X sees them."""
    for key in keys:
        pyatspi.Registry.generateKeyboardEvent(
            KEYS.get(key, ord(key[0])), None, pyatspi.KEY_SYM
        )
        time.sleep(0.15)


def press_with_shift(key):
    """Presses a key while Shift is held."""
    pyatspi.Registry.generateKeyboardEvent(SHIFT, None, pyatspi.KEY_PRESS)
    press(key)
    pyatspi.Registry.generateKeyboardEvent(SHIFT, None, pyatspi.KEY_RELEASE)


def tab_to(name):
    """Presses Tab until the focused control has this name."""
    matching = re.compile(name)
    for _ in range(MOST_STOPS):
        here = focused()
        if here is not None and matching.search(words(here)):
            return words(here)
        press("Tab")
    raise Failed(f"Tab does not lead to “{name}”")


def row():
    """Words of the current row. The list has the focus."""
    return wait_for(
        "a current row",
        lambda: (here := focused()) and role(here) in ("table row", "row") and row_words(here),
    )


def row_words(node):
    """Words of all cells of a row."""
    return re.sub(r"\s+", " ", all_words(node)).strip()


def ask(what):
    """Lets the test change something outside Billfold."""
    print(f"ASK {what}", flush=True)
    if not sys.stdin.readline():
        raise Failed("the test ended")


def sign_in():
    """Task 1."""
    find(["push button"], "^Sign in$")
    tab_to("^Sign in$")
    press("Return")
    find(["table"], "^Bills$")
    return all_words(find(["landmark", "panel", "section"], "^Status$"))


def find_by_vendor():
    """Task 2."""
    wait_for("the list with the focus", lambda: (here := focused()) and "row" in role(here))
    press("/", *"quillmark", "Return")
    return wait_for("the vendor", lambda: "Quillmark" in row() and row())


def hear_flag():
    """Task 3."""
    in_list = wait_for("the flag", lambda: re.search("New vendor", row()) and row())
    region = find(["landmark", "panel", "section"], "^Check before approving$")
    return f"{in_list} / {all_words(region)}"


def approve():
    """Task 4."""
    press("a")
    return hear("Approved Quillmark Studio")


def undo():
    """Task 5."""
    press("u")
    return hear("1 approval undone")


def select_three():
    """Task 6."""
    press("Escape", "Home", "x")
    hear("1 bill selected")
    press_with_shift("Down")
    press_with_shift("Down")
    return hear(r"3 bills selected, .*\d")


def approve_three():
    """Task 7."""
    press("a")
    question = words(find(["alert", "dialog"], r"^Approve \d"))
    press("Return")
    return f"{question} / {hear('Approved [23] bills')}"


def hear_attention():
    """Task 8. The service changes the bill while its approval waits."""
    ask("change")
    press("/", *"quillmark", "Return")
    wait_for("the vendor", lambda: "Quillmark" in row())
    time.sleep(1)
    press("a")
    hear("Approved Quillmark Studio")
    link = words(find(["link"], r"^Approvals.*1 needs attention"))
    press("g", "a")
    find(["page tab"], "^Needs attention")
    press("Home")
    return f"{link} / {words(find(['heading'], '.*Quillmark.*'))}"


def resolve_conflict():
    """Task 9."""
    changes = all_words(find(["table"], "[Dd]ifference|[Cc]hange"))
    name = tab_to("^Approve new version")
    press("Return")
    said = hear("New version approved · Quillmark Studio")
    wait_for("the list with the focus", lambda: (here := focused()) and "row" in role(here))
    return f"{changes} / {name} / {said}"


def sign_out():
    """Task 10."""
    press("g", "s")
    find(["heading"], "^Settings$")
    tab_to("^Sign out$")
    press("Return")
    find(["alert", "dialog"], "^Sign out")
    tab_to("^(Sign out|Send now)$")
    press("Return")
    return words(find(["heading"], "signed out"))


TASKS = [
    sign_in,
    find_by_vendor,
    hear_flag,
    approve,
    undo,
    select_three,
    approve_three,
    hear_attention,
    resolve_conflict,
    sign_out,
]


def main():
    """Does the tasks in order."""
    for number, task in enumerate(TASKS, start=1):
        begun = time.monotonic()
        try:
            result = task()
        except Failed as why:
            here = focused()
            print(f"{number}. {task.__name__}: {why}", flush=True)
            print(f"   focus: {here and role(here)} “{here and words(here)}”", flush=True)
            print(f"   announced: “{announced()}”", flush=True)
            print(f"   window: “{all_words(app())[:2000]}”", flush=True)
            return 1
        taken = time.monotonic() - begun
        print(f"{number}. {task.__name__} ({taken:.0f} s): {str(result)[:300]}", flush=True)
    return 0


sys.exit(main())

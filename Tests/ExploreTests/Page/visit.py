"""A page that is served, and what its visitors do: visit.py is given BINARY CHROMIUM SCREENSHOTS."""

import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

BINARY, CHROMIUM, SHOTS = sys.argv[1], sys.argv[2], Path(sys.argv[3])
EXPERIMENT = """\
# Small, so that a complete answer takes a moment.
experiment: small
question: Launch or onboarding?
seed: 7
trials: 1000
installs: 12
horizon_days: 3
baseline: launch
population:
  onboarding: {first: {beta: [6, 6]}, later: {uniform: [0.2, 0.6]}, seconds: {median: 40, sigma: 0.5}}
  sessions: {rate: 1, leave: 0.3}
  allow: {rate: {beta: [20, 40]}, cold_odds_ratio: {lognormal: [0.7, 0.5]}}
  events: {article: {per_session: 2, seconds: 30}}
usage_strings:
  topics: {text: "Shows you ads for topics you read about."}
arms:
  # First the usual.
  launch:
    ask: launch   # at once
    usage_string: topics
  after_onboarding:
    ask: onboarding
    usage_string: topics
"""
SLIDER = "#inputs input[type=range]"
COMPLETE = re.compile("the answer is complete")
done = []


def step(words):
    done.append(words)
    print(f"  {words}", flush=True)


class Server:
    """A page that is served while the block runs, and ended by Ctrl-C."""

    def __init__(self, text=EXPERIMENT):
        self.text = text

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name, "small.yaml")
        self.file.write_text(self.text)
        self.process = subprocess.Popen(
            [BINARY, "explore", "small.yaml"], cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.address = self.process.stdout.readline().strip()
        return self

    def memory(self):
        """Bytes that the program holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=10)
        self.folder.cleanup()


def opened(browser, server, console, width=1280, height=900, scheme="light", address=None):
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(f"error: {error}"))
    page.goto(address or server.address)
    return page


def complete(page):
    expect(page.locator("#status")).to_have_text(COMPLETE, timeout=120_000)


def advice(page):
    return page.locator("#at-answer .advice dd").first.inner_text()


def text(page):
    return page.locator("#text").input_value()


def move(page, slider, share):
    """Moves a slider to a share of its range, as a mouse that lets go does."""
    slider.evaluate(
        """(field, share) => {
          field.value = String(Number(field.min) + share * (Number(field.max) - Number(field.min)));
          field.dispatchEvent(new Event('input', {bubbles: true}));
          field.dispatchEvent(new Event('change', {bubbles: true}));
        }""", share)


def order(page):
    return page.locator("#inputs .input").evaluate_all("rows => rows.map((row) => row.dataset.path)")


def open_option(page, name):
    """Shows the fields of an option."""
    card = page.get_by_role("group", name=name, exact=True)
    if not card.evaluate("card => card.open"):
        card.locator("summary").click()
    return card


def check_axe(page, words):
    found = Axe().run(page).response["violations"]
    for violation in found:
        print(violation["id"], violation["help"], [node["html"][:160] for node in violation["nodes"][:3]])
    assert not found, f"axe: {words}"

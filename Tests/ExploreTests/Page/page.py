"""What scripts/explore-test does in the browser: page.py BINARY CHROMIUM SCREENSHOTS."""

import re
import signal
import subprocess
import urllib.request
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

import newcomer
from visit import (
    BINARY, CHROMIUM, EXPERIMENT, SHOTS, SLIDER, Server, advice, check_axe, complete, done, move, open_option, opened,
    order, step, text)


def main_tour(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    assert page.locator("#at-answer table").count() >= 1
    assert page.locator(SLIDER).count() >= 2
    page.screenshot(path=SHOTS / "light-1280.png", full_page=True)
    page.screenshot(path=SHOTS / "first-screen.png")
    step("the page loads and shows a complete answer")

    before, first = advice(page), text(page)
    slider = page.locator(SLIDER).first
    path = slider.evaluate("field => field.closest('.input').dataset.path")
    facts = page.locator("#inputs .input p").first.inner_text()
    assert "rives" in facts, facts
    assert page.locator(".result").inner_text().count("Decided by") == 1
    assert re.search("(fewer|more|as many) would allow$", page.locator("#inputs output").first.inner_text())
    page.evaluate("""() => {
      window.firstLook = new Promise((done) => {
        const begun = performance.now();
        document.querySelector('#inputs input').addEventListener('change', () => {
          const moved = performance.now();
          new MutationObserver((_, observer) => { observer.disconnect(); done(performance.now() - moved); })
            .observe(document.querySelector('#at-answer'), {childList: true});
        }, {once: true});
      });
    }""")
    places = order(page)
    move(page, slider, 0.02)
    waited = page.evaluate("window.firstLook")
    step(f"the first answer to a moved slider came after {waited:.0f} ms")
    complete(page)
    assert order(page)[:len(places)] == places, (places, order(page))
    step("what decides is said once, sliders speak, and keep their places")
    low = advice(page)
    move(page, page.locator(f"[data-path='{path}'] input"), 0.98)
    complete(page)
    high = advice(page)
    assert low != high, (low, high)
    assert f"{path.split('.')[-1]}: " in text(page)
    step(f"{path} moved from one end to the other changes the advice")

    moved, address = text(page), page.url
    assert "#text=" in address
    page.reload()
    complete(page)
    assert text(page) == moved and advice(page) == high
    other = opened(browser, server, console, address=address)
    complete(other)
    assert text(other) == moved
    other.context.close()
    step("a reload, and the address in another window, come back to the same state")

    for _ in range(2):
        now = text(page)
        page.go_back()
        # The address is read after a while, and the status stands until then.
        expect(page.locator("#text")).not_to_have_value(now)
        complete(page)
    assert text(page) == first and advice(page) == before
    step("the back button undoes")

    places = order(page)
    page.locator("#search").fill("sessions leave")
    page.locator("#found button").first.click()
    added = order(page)
    assert added[0] not in places and added[1:] == places
    page.locator("#sort").click()
    expect(page.locator("#sort")).to_be_hidden()
    assert sorted(order(page)) == sorted(added) and order(page) != added
    step("an input that is added comes first, and the button sorts by importance again")

    page.locator("#file summary").click()
    assert page.locator("#scenarios li").count() == 0
    page.locator("#text").fill(first + "scenarios:\n  calm: {}\n  eager: {sessions: {rate: 3}}\n")
    expect(page.locator("#scenarios li")).to_have_count(2, timeout=10_000)
    assert page.locator("#scenarios li").nth(0).inner_text() == "calm: as in the population."
    assert re.match(r"eager: .+, 3 a day\.$", page.locator("#scenarios li").nth(1).inner_text())
    complete(page)
    step("each scenario says what it sets")
    page.locator("#text").fill(EXPERIMENT.replace("ask: onboarding", "ask: sometime"))
    problem = page.locator("#text-problems li.error").first
    expect(problem).to_contain_text("Line ", timeout=10_000)
    line = int(re.search(r"Line (\d+)", problem.inner_text())[1])
    assert "sometime" in text(page).split("\n")[line - 1]
    expect(page.locator("#gutter b")).to_have_text(str(line))
    page.locator("#problems").scroll_into_view_if_needed()
    page.screenshot(path=SHOTS / "problem.png")
    problem.locator("button").click()
    assert page.evaluate("document.activeElement.id") == "text"
    # A text that is no YAML has nothing that a slider could change: said, and no line on the console.
    page.locator("#text").fill(EXPERIMENT.replace("arms:", "arms"))
    expect(problem).to_contain_text("Line ", timeout=10_000)
    page.locator(SLIDER).first.press("ArrowRight")
    expect(page.locator("#problems")).to_contain_text("Line ", timeout=10_000)
    page.locator("#text").fill(first)
    complete(page)
    expect(page.locator("#problems")).to_be_hidden()
    step("an error of the text stands at its line, and goes away with it")

    open_option(page, "launch")
    page.get_by_label("Copy launch", exact=True).click()
    complete(page)
    cards = page.locator("#options summary b")
    assert cards.all_inner_texts() == ["launch", "launch_2", "after_onboarding"], cards.all_inner_texts()
    copied = page.get_by_role("group", name="launch_2")
    expect(copied).to_be_in_viewport()
    copied.get_by_label("Asks").select_option("session")
    complete(page)
    page.get_by_role("group", name="launch_2").get_by_role("spinbutton", name="Session").fill("3")
    page.get_by_role("group", name="launch_2").get_by_role("spinbutton", name="Session").press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(r"launch_2:\s+ask:\s+session: 3|session: 3"), timeout=10_000)
    complete(page)
    assert "launch_2" in page.locator("#at-answer").inner_text()
    page.get_by_label("Remove launch", exact=True).click()
    complete(page)
    assert "baseline: after_onboarding" in text(page), text(page)
    page.locator("#new-option-name").fill("second session")
    page.locator("#new-option button").click()
    expect(page.get_by_role("group", name="second session")).to_be_visible()
    complete(page)
    step("options are copied, changed, removed and added, and the text says so")

    for words in ["onboarding first", "leave"]:
        page.locator("#search").fill(words)
        page.locator("#found button").first.click()
        assert page.evaluate("document.activeElement.closest('.input') !== null")
    step("an input that is searched for gets a row, or has one")

    page.locator("#person summary").click()
    expect(page.locator("#strips h3").first).to_be_visible()
    shown = page.locator("#strips").inner_text()
    outcomes = [words.split(": ", 1)[1] for words in page.locator("#strips h3").all_inner_texts()]
    assert len(set(outcomes)) > 1, f"the first person ends alike under all options: {outcomes}"
    person = re.match(r"Install \d+ ", page.locator("#strips p").first.inner_text())[0]
    page.locator("#another-person").click()
    expect(page.locator("#strips p").first).not_to_contain_text(person)
    another = re.match(r"Install \d+ ", page.locator("#strips p").first.inner_text())[0]
    page.locator("#another-outcome").click()
    expect(page.locator("#strips p").first).not_to_contain_text(another)
    assert page.locator("#strips").inner_text() != shown
    page.locator("#strips").scroll_into_view_if_needed()
    page.screenshot(path=SHOTS / "person.png")
    step("one person, another person, another outcome")

    page.locator("#command").click()
    assert page.evaluate("navigator.clipboard.readText()").startswith("att-lab simulate - <<'EXPERIMENT'")
    with page.expect_download() as waiting:
        page.locator("#save").click()
    saved = Path(server.folder.name, "saved.yaml")
    waiting.value.save_as(saved)
    assert saved.read_text() == text(page)
    answer = subprocess.run(
        [BINARY, "simulate", str(saved), "--db", "own.sqlite", "--quiet"], cwd=server.folder.name, text=True,
        capture_output=True, check=True).stdout
    plain = re.sub(r"\s+", " ", answer)
    for words in page.locator("#at-answer .advice dd, #at-answer td.number, #at-changes li").all_inner_texts():
        for number in re.findall(r"[-+−]?\d+(?:\.\d+)?%?", words):
            assert number.replace("−", "-") in plain, (number, words)
    step("the saved file simulates to the numbers of the page")

    page.locator("#keep-name").fill("later")
    page.locator("#keep button").click()
    expect(page.locator("#kept")).to_contain_text("Kept as", timeout=60_000)
    report = page.get_by_text("open its report").get_attribute("href")
    assert "What to do" in urllib.request.urlopen(server.address + report).read().decode()
    with page.expect_download() as waiting:
        page.get_by_text("save the CSV table").click()
    assert waiting.value.path().read_text().startswith("scenario") or "opt_in_per_install" in waiting.value.path().read_text()
    page.locator("#keep-title").scroll_into_view_if_needed()
    page.screenshot(path=SHOTS / "kept.png")
    step("a state is kept as a run, reported and exported")

    for details in page.locator("details").all():
        details.evaluate("details => details.open = true")
    check_axe(page, "light, 1280")
    page.screenshot(path=SHOTS / "everything-open.png", full_page=True)
    page.context.close()


def drag(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    steps = page.evaluate("history.length")
    updates = page.evaluate("""async () => {
      const field = document.querySelector('#inputs input[type=range]');
      const [low, high] = [Number(field.min), Number(field.max)];
      const updates = [];
      const begun = performance.now();
      new MutationObserver(() => updates.push(performance.now() - begun))
        .observe(document.querySelector('#at-answer'), {childList: true});
      for (let move = 0; move < 250; move += 1) {
        field.value = String(low + (0.5 + 0.5 * Math.sin(move / 20)) * (high - low));
        field.dispatchEvent(new Event('input', {bubbles: true}));
        await new Promise((done) => setTimeout(done, 16));
      }
      field.dispatchEvent(new Event('change', {bubbles: true}));
      return updates;
    }""")
    assert len(updates) >= 5, updates
    complete(page)
    assert page.evaluate("history.length") == steps + 1
    step(f"the answer follows a drag: {len(updates)} updates in {updates[-1] / 1000:.1f} s, the first after {updates[0]:.0f} ms")

    page.locator(SLIDER).first.focus()
    steps = page.evaluate("history.length")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
        complete(page)
    assert page.evaluate("history.length") == steps + 1
    step("keys on a slider are one step back")

    field = open_option(page, "launch").get_by_label("Delay, seconds")
    field.fill("1e9")
    field.press("Enter")
    problem = page.locator(".card .problem")
    expect(problem).to_be_in_viewport(timeout=10_000)
    check_axe(page, "with an error at a field")
    page.screenshot(path=SHOTS / "problem-at-field.png")
    field.fill("0")
    field.press("Enter")
    expect(problem).to_have_count(0, timeout=10_000)
    complete(page)
    page.context.close()
    step("what is wrong with a field stands at the field, in view, and goes away with it")


def looks(browser, server, console):
    for width, scheme in [(1280, "dark"), (390, "light"), (390, "dark")]:
        page = opened(browser, server, console, width, 844 if width < 1000 else 900, scheme)
        complete(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} px: wider than the screen"
        check_axe(page, f"{scheme}, {width}")
        if width < 1000:
            page.locator("#brief").click()
            expect(page.locator("#at-answer .advice dd").first).to_be_in_viewport()
            page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=SHOTS / f"{scheme}-{width}.png", full_page=True)
        page.screenshot(path=SHOTS / f"{scheme}-{width}-first.png")
        page.context.close()
    step("dark and light, 1280 and 390 px: nothing sticks out, axe finds nothing, and the bar of a phone leads to the answer")


def keyboard(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    before = text(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "at-answer", "the first stop leads to the answer"
    page.reload()
    complete(page)
    stops = 0
    while page.evaluate("document.activeElement.type") != "range":
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 20, "the first slider is far"
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#text")).not_to_have_value(before, timeout=10_000)
    complete(page)
    assert page.evaluate("document.activeElement.type") == "range", "the focus stays where it was"
    while page.evaluate("document.activeElement.closest('#person') === null"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 60, "the sections are far"
    page.keyboard.press("Enter")
    assert page.locator("#person").evaluate("details => details.open")
    page.context.close()
    step("the keyboard alone skips to the answer, moves a slider and opens a section")


def pressure(browser, server, console):
    first, second = opened(browser, server, console), opened(browser, server, console)
    complete(first)
    complete(second)
    held = server.memory()
    first.evaluate("""() => {
      const field = document.querySelector('#inputs input[type=range]');
      for (let number = 0; number < 100; number += 1) {
        field.value = String(Number(field.min) + number / 99 * (Number(field.max) - Number(field.min)));
        field.dispatchEvent(new Event(number < 99 ? 'input' : 'change', {bubbles: true}));
      }
    }""")
    move(second, second.locator(SLIDER).first, 0.3)
    complete(first)
    complete(second)
    high = first.locator(SLIDER).first.evaluate("field => Number(field.max)")
    path = first.locator("#inputs .input").first.get_attribute("data-path")
    value = re.search(rf"{path.split('.')[-1]}: ([\d.]+)", text(first))[1]
    assert abs(float(value) - high) <= 0.01 * high, (value, high)
    grown = server.memory() - held
    assert grown < 200e6, f"{grown / 1e6:.0f} MB more"
    assert text(first) != text(second)
    step(f"a hundred moves end at the last, beside a second page; {grown / 1e6:.0f} MB more held")
    first.context.close()
    second.context.close()


def ending(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    page.locator("#inputs input").first.evaluate("field => field.value")
    move(page, page.locator(SLIDER).first, 0.4)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=5) == 130
    assert "Stopped" in server.process.stderr.read()
    expect(page.locator("#problems")).to_contain_text("open the new address", timeout=10_000)
    page.context.close()
    step("Ctrl-C ends it in the middle of an answer, and the page says so")


console = []
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    try:
        with Server() as server:
            main_tour(browser, server, console)
            drag(browser, server, console)
            looks(browser, server, console)
            keyboard(browser, server, console)
            pressure(browser, server, console)
        newcomer.tours(browser, console)
        assert not console, console
        step("no message on the console")
        with Server() as server:
            # The browser itself reports a connection that is refused.
            ending(browser, server, [])
    finally:
        browser.close()
print(f"explore-test: {len(done)} steps, screenshots in {SHOTS}")

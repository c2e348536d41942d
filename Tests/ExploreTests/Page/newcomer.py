"""Somebody new, who knows five numbers of an app, and files that nobody has tidied."""

import re

from playwright.sync_api import expect

from visit import SHOTS, Server, advice, check_axe, complete, opened, order, step, text

OURS = """\
# Ours.
question: When should our app ask?
seed: 1
trials: 1000
installs: 400
population: news   # the preset
usage_strings:
  ours: {text: "Shows you ads about the topics you read."}
arms:
  At launch: {ask: launch, usage_string: ours}
  After onboarding: {ask: onboarding, usage_string: ours}
"""

HOSTILE = OURS.split("arms:")[0].replace("trials: 1000", "trials: 200").replace("installs: 400", "installs: 20").replace("population: news   # the preset", """\
population: news
adjust:
  segments:
    "<b>organic</b>": {share: 0.6}
    מבצע: {share: 0.4, allow: {rate: 0.24}}""") + """\
arms:
  At launch: {ask: launch, usage_string: ours}
  <img src=x onerror=alert(1)>: {ask: onboarding, usage_string: ours}
  בהפעלה ראשונה: {ask: {session: 2}, usage_string: ours}
  🚀 🚀: {ask: {session: 3}, usage_string: ours}
""" + "".join(f"  Article {count}: {{ask: {{after: article, count: {count}}}, usage_string: ours}}\n" for count in range(1, 9))


def fill(page, label, value):
    field = page.get_by_label(label)
    field.fill(value)
    field.press("Enter")


def five_numbers(browser, server, console, width):
    page = opened(browser, server, console, width)
    complete(page)
    start, before = text(page), advice(page)
    assert start.startswith("extends: "), start
    fill(page, "Installs back on day 1", "22")
    expect(page.locator("#text")).to_have_value(re.compile(r"d1: 22%"))
    page.get_by_label("Push permission is asked").select_option("launch")
    expect(page.locator("#text")).to_have_value(re.compile(r"at: launch.*offset: 0"))
    page.get_by_label("the app asks again").select_option("never")
    expect(page.locator("#text")).to_have_value(re.compile(r"(retry: never[^$]*){2}"))
    fill(page, "how long the attribution SDK waits", "60")
    expect(page.locator("#text")).to_have_value(re.compile(r"wait_seconds: 60"))
    complete(page)
    assert page.locator("#inputs .moved").count() == 0, "what is said above is moved nowhere else"
    assert advice(page) != before and text(page).startswith("extends: ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_axe(page, f"five numbers, {width}")
    made, address = text(page), page.url
    if width < 1000:
        page.locator("#brief").click()
        expect(page.locator("#at-answer .advice dd").first).to_be_in_viewport()
        page.screenshot(path=SHOTS / f"answer-{width}.png")
    else:
        page.locator(".skip").evaluate("link => link.click()")
    assert text(page) == made and page.url == address, "a link within the page leaves the address as it is"
    page.screenshot(path=SHOTS / f"five-numbers-{width}.png", full_page=True)
    step(f"at {width} px retention, push, asking again and the SDK's wait are said in a minute, and change the advice")

    fill(page, "Installs back on day 7", "50")
    problem = page.locator("#numbers .problem")
    expect(problem).to_be_in_viewport(timeout=10_000)
    check_axe(page, f"a number that cannot be, {width}")
    page.screenshot(path=SHOTS / f"number-problem-{width}.png")
    fill(page, "Installs back on day 7", "")
    expect(problem).to_have_count(0, timeout=10_000)
    fill(page, "Installs back on day 1", "")
    page.get_by_label("Push permission is asked").select_option("")
    page.get_by_label("the app asks again").select_option("")
    fill(page, "how long the attribution SDK waits", "")
    expect(page.locator("#text")).to_have_value(start)
    complete(page)
    assert page.url == server.address, page.url
    assert server.file.read_text() == OURS
    page.context.close()
    step(f"at {width} px what cannot be is said at its field; without changes the address is the start's, and the file as it was")


def groups(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    together = page.locator("#inputs .together").first
    assert "Drawn together" in together.inner_text()
    members = together.evaluate("""heading => {
      const paths = [];
      for (let row = heading.nextElementSibling; row?.classList.contains('member'); row = row.nextElementSibling)
        paths.push(row.dataset.path);
      return paths;
    }""")
    assert "allow.cold_odds_ratio" in members and len(members) > 1, members
    own = page.locator("#numbers .input").evaluate_all("rows => rows.map((row) => row.dataset.path)")
    assert not set(own) & set(order(page)), "an input has one row"
    page.context.close()
    step("inputs that are drawn together stand together, and none stands twice")


def hostile(browser, server, console):
    page = opened(browser, server, console)
    page.on("dialog", lambda dialog: console.append(f"dialog: {dialog.message}"))
    complete(page)
    assert page.locator("#at-answer tbody tr").count() == 12
    assert page.locator("#at-answer svg").first.locator("text").count() < 20
    assert page.locator("#options .card").count() == 12 and page.locator("#options .card:visible").count() == 6
    for name in ["<img src=x onerror=alert(1)>", "בהפעלה ראשונה", "🚀 🚀"]:
        page.get_by_role("group", name=name, exact=True).locator("summary").click()
        page.get_by_label(f"Copy {name}", exact=True).click()
        expect(page.get_by_role("group", name=f"{name}_2", exact=True)).to_be_visible(timeout=30_000)
    complete(page)
    assert page.locator("#at-answer tbody tr").count() == 15
    for width in [1280, 390]:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        check_axe(page, f"hostile names, {width}")
        page.screenshot(path=SHOTS / f"hostile-{width}.png", full_page=True)
    page.context.close()
    step("twelve options with names of any kind stay text, and edits hit the right one")


def wrong(browser, server, console):
    page = opened(browser, server, console)
    complete(page)
    page.locator("#file summary").click()
    page.locator("#text").fill(text(page) + "\narms: {At launch: {ask: sometime}}\n")
    expect(page.locator("#problems")).to_be_in_viewport(timeout=10_000)
    check_axe(page, "an error of the text")
    page.screenshot(path=SHOTS / "text-problem.png")
    page.context.close()
    step("an error of the text is in view, and the answer stays readable")


def tours(browser, console):
    with Server(OURS) as server:
        for width in [1280, 390]:
            five_numbers(browser, server, console, width)
        groups(browser, server, console)
        wrong(browser, server, console)
    with Server(HOSTILE) as server:
        hostile(browser, server, console)

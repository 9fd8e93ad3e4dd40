"""What is folded away or stands beside the board: options of a game, log, chat, the table's own affairs, settings."""

from playwright.sync_api import Locator, Page, expect


def open_options(page: Page) -> None:
    """Those of the next game, on the start page."""
    page.get_by_role("heading", name="Options").click()
    expect(page.get_by_role("combobox", name="Rule sheet")).to_be_visible()


def open_panel(page: Page, tab: str) -> None:
    opener, wanted = page.get_by_role("button", name="Log and chat"), page.get_by_role("tab", name=tab)
    expect(opener.or_(wanted).first).to_be_visible()  # behind a drawer there is no button
    if not wanted.count():
        opener.click()
    wanted.click()


def open_log_of_replay(page: Page) -> None:
    page.get_by_role("button", name="Log and more").click()


def log_of(page: Page) -> Locator:
    """The lines of the log, of which every turn is opened."""
    open_panel(page, "Log")
    log = page.get_by_role("region", name="What happened")
    expect(log.locator("[open]")).not_to_have_count(0)
    earlier, closed = log.get_by_role("button", name="Show earlier turns"), log.locator("details:not([open]) > summary")
    while earlier.count():
        earlier.click()
    while closed.count():
        closed.first.click()
    return log.locator("li[data-at]")


def chat_of(page: Page) -> Locator:
    open_panel(page, "Chat")
    return page.get_by_role("region", name="Chat")


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.keyboard.press("Enter")


def switch(page: Page, name: str, *, on: bool) -> None:
    """Switches one of the settings."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name=name).set_checked(on)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()

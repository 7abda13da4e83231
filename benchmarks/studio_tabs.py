"""The studio in fifty tabs of a real browser, all analysing: ``python -m benchmarks.studio_tabs``.

Browser and server share the machine, so this is harder than ``studio_load``, and shows what the pages
themselves make of it: the updates that each got in a minute, the longest wait for one, and complaints.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.interfaces.studio.studio_page import CHROMIUM_FLAGS, StudioPage, chromium, studio_server

from benchmarks.machine import made_by
from benchmarks.studio_load import resident

TABS = 50
SECONDS = 60.0
RESULT = Path(__file__).parent / "results" / "studio_tabs.json"

_COUNT = """() => {
    const { analyst } = studio;
    const told = analyst.onMessage.bind(analyst);
    globalThis.seen = { updates: 0, wait: 0, last: performance.now() };
    analyst.onMessage = (message) => {
        if (message.type === "analysis") {
            const now = performance.now();
            seen.updates += 1;
            seen.wait = Math.max(seen.wait, now - seen.last);
            seen.last = now;
        }
        told(message);
    };
    studio.switchEngine(true);
}"""
_RESET = "() => { seen.updates = seen.wait = 0; seen.last = performance.now(); }"
_READ = """() => ({
    updates: seen.updates, wait: Math.max(seen.wait, performance.now() - seen.last) / 1000,
    complaint: document.getElementById("notice").textContent, lost: studio.lost,
})"""


def main() -> None:
    with studio_server("--searches", 2) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 900, "height": 700})
        context.set_default_timeout(60_000)
        tabs: list[Page] = []
        for number in range(TABS):
            studio = StudioPage(context.new_page(), server.address)
            studio.open(f"#11,{'abcdefghijk'[number % 11]}{number % 10 + 1}")
            studio.page.evaluate(_COUNT)
            tabs.append(studio.page)
        for tab in tabs:
            tab.evaluate(_RESET)
        memory = [resident(server.process.pid)]
        start = time.monotonic()
        while time.monotonic() - start < SECONDS:
            time.sleep(SECONDS / 4)
            memory.append(resident(server.process.pid))
        found: list[dict[str, Any]] = [tab.evaluate(_READ) for tab in tabs]
        browser.close()
    results = {
        "made_by": made_by(),
        "tabs": TABS,
        "seconds": SECONDS,
        "complaints": [tab["complaint"] for tab in found if tab["complaint"] or tab["lost"]],
        "updates": [min(tab["updates"] for tab in found), max(tab["updates"] for tab in found)],
        "longest wait for an update, in seconds": round(max(tab["wait"] for tab in found), 2),
        "megabytes of the server": memory,
    }
    RESULT.write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()

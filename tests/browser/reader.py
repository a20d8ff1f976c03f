"""Somebody with a browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

DESKTOP, PHONE = (1280, 900), (390, 844)


class Reader:
    """Opens pages of one report, types, clicks, and sees what is there."""

    def __init__(self, driver: webdriver.Chrome, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(self, page: str) -> None:
        self.driver.get("about:blank")  # so that a page which differs in its anchor alone is loaded, too
        self.driver.get(f"{self.folder.as_uri()}/{page}")

    @property
    def page(self) -> str:
        """Where the reader is, within the report."""
        return self.driver.current_url.removeprefix(f"{self.folder.as_uri()}/")

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)  # type: ignore[no-untyped-call]

    def press(self, *keys: str) -> None:
        """Keys, one after the other, to whatever has the focus."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    @property
    def focus(self) -> WebElement:
        return self.driver.switch_to.active_element

    @property
    def shown(self) -> list[str]:
        """The claims of the list that can be seen."""
        found: list[str] = self.run("return [...document.querySelectorAll('.claims > .claim:not([hidden])')].map((claim) => claim.id)")
        return found

    def size(self, size: tuple[int, int], mobile: bool = False) -> None:
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=mobile)

    def media(self, medium: str = "", **features: str) -> None:
        """What the page is told of its reader: `print`, or features such as prefers_color_scheme="dark"."""
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", media=medium, features=told)

    def command(self, name: str, **arguments: Any) -> Mapping[str, Any]:
        answer: Mapping[str, Any] = self.driver.execute_cdp_cmd(name, arguments)
        return answer

    def style(self, selector: str, name: str) -> str:
        return str(self.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name))

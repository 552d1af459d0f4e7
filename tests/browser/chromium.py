"""The browser that pages are opened in: Chromium's headless shell where it is installed, else all of Chromium, which
takes nearly three times as long."""

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")

"""A headless Chromium, driven through its DevTools protocol with the standard library alone."""

"""Tests in a real browser: pages built as they are published, opened in Chromium, looked at as a reader would."""

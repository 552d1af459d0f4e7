"""Answers that are kept between runs, each by what it depends on."""

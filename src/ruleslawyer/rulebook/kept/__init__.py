"""Rules as they were read, kept between runs, and how data is written."""

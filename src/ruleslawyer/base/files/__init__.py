"""Files as text, TOML and JSON: read with a place for every mistake, and written whole or not at all."""

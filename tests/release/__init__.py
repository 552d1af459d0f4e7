"""What `make release` does: all that is to be published is built, twice, and tried as whoever installs it has it."""

"""A rulebook used from elsewhere: servers, the browser, exports, conformance, one file."""

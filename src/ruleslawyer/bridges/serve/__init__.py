"""The reference as a server: other programs play on it, over the protocol of docs/conformance.md."""

"""The native explorer: code generated for one ground instance, an exact compact set of packed states, both cores."""

"""Questions and answers, whatever the engine: verdicts and the properties of a ruleset."""

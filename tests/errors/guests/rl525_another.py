# guest on something that is not its host
guest = Ruleset("guest", on=buy)

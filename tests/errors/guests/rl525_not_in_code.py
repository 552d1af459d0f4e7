# guest that does not say in the code what it is played on
guest = Ruleset("guest")

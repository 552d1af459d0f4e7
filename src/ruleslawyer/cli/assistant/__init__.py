"""Which calls an assistant may make of a project, over the Model Context Protocol, and how each is answered."""

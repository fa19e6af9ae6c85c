"""How definitions relate: what a name means where it stands, who uses it, what a change affects.

Everything is resolved when it is asked, from the facts that each file gives by itself (its
definitions, references and imports). So an edit costs what its own file costs, and nothing is
kept that could go stale.
"""

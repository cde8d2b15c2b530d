"""The signaling server: introduces the peers of a room to each other."""

__dist__ = "rummyroom"
"Who ships this package: another distribution may own the same import name."

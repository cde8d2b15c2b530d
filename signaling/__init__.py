"""The signaling server: introduces the peers of a room to each other."""

"""What every part of Rummyroom agrees on: rules, messages, codes. Pure, no I/O."""

__version__ = "0.1.0"

__dist__ = "rummyroom"
"Who ships this package: another distribution may own the same import name."

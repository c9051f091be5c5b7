"""Proofs about checked rules, read off the core form: termination, look-ahead, secrecy, conflicts between modules.
What must hold is called from `language/check.py`; what only makes play faster is called from `codegen`."""

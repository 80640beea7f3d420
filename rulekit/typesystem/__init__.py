"""The type system: what a value can be, which members a type has, how they are named and ordered."""

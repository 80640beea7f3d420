"""The words of the kit, each by itself."""

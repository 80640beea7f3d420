"""How the kit reads the files of others and writes its own: the only place in which a file is opened."""

"""Reading and writing of files: the only package in which a file is opened."""

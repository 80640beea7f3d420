"""What all pictures are made of: colours, shapes, drawings with a size, small tokens."""

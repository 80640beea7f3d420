"""A campaign on disk: records that survive crashes, sealed and read strictly."""

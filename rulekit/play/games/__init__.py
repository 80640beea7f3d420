"""Games: loading, configuring, playing, recording and replaying them on either engine; the objects users hold."""

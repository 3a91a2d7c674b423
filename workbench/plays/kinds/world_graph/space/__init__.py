"""Space: footprints, ground, routes, and where a building may stand."""

"""Fixture workbench: review captured fixtures before they become public."""

"""Promoted fixtures are test items: ``pytest promoted/`` replays each against its golden."""

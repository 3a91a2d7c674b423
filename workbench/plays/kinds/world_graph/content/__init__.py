"""The content of a campaign: its shape, its checks, and what play looks up in it."""

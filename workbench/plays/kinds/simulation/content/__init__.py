"""What a campaign says: its shape, its checks, and the program it is made into."""

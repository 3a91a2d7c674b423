"""The ten actions: what each declares, when it is refused, and what it does (§4)."""

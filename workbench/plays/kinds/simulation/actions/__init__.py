"""What may be planned for a week: one rule an action, one module a side of life."""

"""What happens when a week ends: one module a subsystem, called in the pipeline's order."""

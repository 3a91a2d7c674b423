"""What a session log shows of a call and of the whole scenario, as panels of ``workbench.core.panels``.

Source: ``spec/session-logs.md`` §23.
"""

"""What a play shows of a step and of itself, as panels of ``workbench.core.panels``.

Source: ``spec/play-sessions.md`` §15. What is a kind's own (a map, weeks) it draws itself, in its folder.
"""

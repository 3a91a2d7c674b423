"""What a play shows of a step and of itself, as panels of ``workbench.core.panels``.

Source: ``spec/play-sessions.md`` §15. What a kind draws of its own (a map, weeks) it draws itself:
``pictures.Pictured``.
"""

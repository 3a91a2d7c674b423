"""What a cassette shows of an exchange and of itself, as panels of ``workbench.core.panels``.

Source: ``spec/http-cassettes.md`` §3, §5; DESIGN *Issued ids*.
"""

"""Recorded HTTP traffic: read in many formats, reviewed, and replayed as an httpx transport.

The library face::

    from workbench.cassettes import ReplayTransport

    with httpx.Client(transport=ReplayTransport(cassette_path="chat.yaml")) as client:
        ...
"""

from __future__ import annotations

from workbench.cassettes.errors import CassetteError
from workbench.cassettes.family import FAMILY
from workbench.cassettes.matching import Mode
from workbench.cassettes.reading import load_cassette
from workbench.cassettes.transport import ReplayTransport

__all__ = ["FAMILY", "CassetteError", "Mode", "ReplayTransport", "load_cassette"]

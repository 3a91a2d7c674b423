"""The lines that recorders write, as one pattern: what an entry is, and where it ends.

An entry is a key, an item, or several of them that stand alike: headers, which are keys with a list of
one scalar each, and keys with a scalar of one line each, where no line below belongs to any of them.
Every repetition is possessive: no hostile text is looked through twice.
Source: YAML 1.1 §7 to §9, as libyaml reads it.
"""

from __future__ import annotations

import re

_KEY = r"[A-Za-z0-9_$/][A-Za-z0-9_.$@/+-]{0,200}+|'[^'\n]{1,200}+'|\"[^\"\\\n]{1,200}+\""
# Begins like text, holds no ": " and no " #", and ends in neither a blank nor a colon.
_PLAIN = (
    r"(?:[^\s\-?:,\[\]{}#&*!|>'\"%@`=]|-(?=[^\s\-]))[^\n\t: ]*+"
    r"(?:(?::++(?=[^ \n\t])|\ ++(?=[^#\n\t:]))[^\n\t: ]*+)*+"
)
# A next line of a plain scalar may begin with anything but a comment.
_REST = _PLAIN.replace(_PLAIN[: _PLAIN.index("[^\\n")], r"[^\s#:\-]")
_INLINE = rf"(?:{_PLAIN}|'[^'\n]*+'|\"[^\"\\\n]*+\")\n"


def _listed(lead: str) -> str:
    """A key with a list of one scalar, as nearly every header is written."""
    return rf"(?:{_KEY}):\n{lead}-\ {_INLINE}(?!{lead}[-\ ]|\n)"


def _pair(lead: str) -> str:
    """A key with a scalar, none of it in the next line."""
    return rf"(?:{_KEY}):\ {_INLINE}(?!{lead}\ |\n)"


_LEAD = "(?P=lead)"
_BELOW = r"(?P=before)\ \ "
ENTRY = re.compile(
    rf"""
    (?:(?P<above>\ *+)(?P<dash>-\ )?+(?P<opener>{_KEY}):\n(?=(?P=above)\ ))?
    (?:
      (?P<lead>\ *+)(?:
          (?P<headers>{_listed(_LEAD)}(?:{_LEAD}{_listed(_LEAD)})*+)
        | (?P<pairs>{_pair(_LEAD)}(?:{_LEAD}{_pair(_LEAD)})*+)
      )
    | (?P<before>\ *+)-\ (?P<item>{_pair(_BELOW)}(?:{_BELOW}{_pair(_BELOW)})*+)
    | (?P<indent>\ *+)(?P<dashes>(?:-\ )*+)(?:(?P<key>{_KEY}):(?:\ |(?=\n)))?+(?:
          (?P<plain>{_PLAIN})\n
        | '(?P<single>[^']*+(?:''[^']*+)*+)'\n
        | "(?P<double>[^"\\]*+(?:\\.[^"\\]*+)*+)"\n
        | (?P<empty>\{{\}}|\[\])\n
        | (?P<binary>!?!binary\ )?\|(?P<chomp>[-+]?)\n
          (?P<block>(?P<margin>\ +)[^\s][^\n]*\n(?:(?P=margin)[^\n]*+\n|\n)*+)
        | (?P<nothing>\n)
        | (?P<rest>{_REST})\n
      )
    | (?P<other>.)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
PAIR = re.compile(rf" *({_KEY}): (.*)")  # a line of ``pairs``

"""Whether a string was made by a random generator rather than by a person.

The generic rule for secrets and opaque ids: length, alphabet, changes of character class, entropy
and the absence of words (``spec/detection.md`` §1).
"""

from __future__ import annotations

import math
import re
from collections import Counter

from workbench.findings.vocabulary import is_common_word

_WORDS = re.compile(r"[A-Za-z]{4,}")
_VOWELS = frozenset("aeiouAEIOU")
_CLASSES = re.compile(r"[a-z]+|[A-Z]+|[0-9]+")
_RARE_PAIRS_TEXT = """
bq bz cb cf cg cj cp cv cx dx fb fc fd fh fj fk fm fp fq fv fw fx fz gb gc gj gk gp gq gv gw gx gz
hc hf hg hj hk hp hq hv hx hz iy jb jc jd jf jg jh jj jk jl jm jn jp jq jr js jt jv jw jx jy jz kf
kj kq kv kx kz lx lz md mg mh mj mk mq mv mx mz nq pq pv px pz qa qb qc qd qe qf qg qh qi qj qk ql
qm qn qo qp qq qr qs qt qv qw qx qy qz rx sx sz tq tx uq ux vb vc vd vf vg vh vj vk vl vm vn vp vq
vt vw vx vz wj wq wv wx wz xb xd xg xj xk xl xm xn xq xr xs xw xz yj yq yy zb zc zd zf zg zj zk zm
zn zp zq zr zs zt zv zw zx
"""
_RARE_PAIRS = frozenset(_RARE_PAIRS_TEXT.split())


def entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    size = len(value)
    if not size:
        return 0.0
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values())


def looks_random(value: str, *, at_least: int = 10) -> bool:
    """Whether ``value`` looks generated: mixed classes or unpronounceable, and no words in it."""
    if len(value) < at_least or entropy(value) < min(3.0, math.log2(len(value)) * 0.78):
        return False
    if any(is_common_word(word.lower()) for word in _WORDS.findall(value) if len(word) >= 5):
        return False
    runs = _CLASSES.findall(value)
    changes = len(runs) - 1
    if any(map(str.isdigit, value)) and any(map(str.isalpha, value)):
        return changes >= max(3, len(value) // 8)
    letters = [run for run in runs if run.isalpha()]
    if changes >= len(value) // 4 and len(letters) > 2:
        return True
    return _unpronounceable(value)


def is_token(value: str, *, at_least: int = 20) -> bool:
    """A long run of letters and digits. Beside a word that says secret, it need not look random."""
    bare = value.replace("-", "").replace("_", "").replace(".", "")
    return (
        len(value) >= at_least
        and bare.isalnum()
        and any(map(str.isdigit, bare))
        and any(map(str.isalpha, bare))
        and not _is_wordy(value)
    )


def _is_wordy(value: str) -> bool:
    """Whether most of the value is ordinary words: an identifier, a file name, a sentence."""
    words = _WORDS.findall(value)
    common = sum(len(word) for word in words if is_common_word(word.lower()))
    return common * 3 > len(value)


def _unpronounceable(value: str) -> bool:
    lowered = "".join(filter(str.isalpha, value.lower()))
    if len(lowered) < 10:
        return False
    rare = sum(lowered[at : at + 2] in _RARE_PAIRS for at in range(len(lowered) - 1))
    return rare >= 2 and rare * 12 >= len(lowered)

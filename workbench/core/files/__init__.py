"""Reading captures and writing promoted files: bounded, safe, and all or nothing.

Captures come from strangers: links that leave their folder, pipes, files that grow while they are
read, archives that unpack to a thousand times their size. Nothing here ever writes to a capture.
"""

from workbench.core.files.names import safe_name
from workbench.core.files.packing import (
    GZIP_MAGIC,
    HEAD,
    MAX_FILE,
    MAX_RATIO,
    RATIO_ALLOWANCE,
    ZSTD_MAGIC,
    bare,
    packing_of,
    unpack,
)
from workbench.core.files.reading import (
    MAX_NAMES,
    SourceFile,
    Unit,
    folder_bytes,
    list_names,
    read_bytes,
    read_start,
)
from workbench.core.files.writing import (
    STAGING_PREFIX,
    place_folder,
    staged_folder,
    sweep_staging,
    write_file,
    write_folder,
)

__all__ = [
    "GZIP_MAGIC",
    "HEAD",
    "MAX_FILE",
    "MAX_NAMES",
    "MAX_RATIO",
    "RATIO_ALLOWANCE",
    "STAGING_PREFIX",
    "ZSTD_MAGIC",
    "SourceFile",
    "Unit",
    "bare",
    "folder_bytes",
    "list_names",
    "packing_of",
    "place_folder",
    "read_bytes",
    "read_start",
    "safe_name",
    "staged_folder",
    "sweep_staging",
    "unpack",
    "write_file",
    "write_folder",
]

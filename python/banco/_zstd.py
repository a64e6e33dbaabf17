"""Decompression by zstd: of the standard library from Python 3.14 on, else of the package ``zstandard``."""

from __future__ import annotations

from io import BytesIO
from typing import IO, cast


def unpacker(packed: IO[bytes]) -> IO[bytes]:
    """Returns a reader of the content of one frame; it raises an exception of the library if the frame is damaged."""
    try:
        from compression.zstd import ZstdFile
    except ImportError:
        pass
    else:
        return cast("IO[bytes]", ZstdFile(packed))
    try:
        from zstandard import ZstdDecompressor
    except ImportError as error:
        raise ImportError("tables and certificates need Python 3.14 or the package zstandard") from error
    return cast("IO[bytes]", ZstdDecompressor().stream_reader(packed, read_across_frames=False))


def unpack(packed: bytes, most: int) -> bytes:
    """Returns the content of one frame; raises an exception if it is damaged or longer than ``most`` bytes."""
    content = unpacker(BytesIO(packed)).read(most + 1)
    if len(content) > most:
        raise ValueError(f"more than {most} bytes")
    return content

"""Decompression by zstd: of the standard library from Python 3.14 on, else of the package ``zstandard``."""

from __future__ import annotations

from io import BytesIO


def unpack(packed: bytes) -> bytes:
    """Returns the content of one frame; raises an exception of the library if the frame is damaged."""
    try:
        from compression.zstd import decompress
    except ImportError:
        pass
    else:
        return bytes(decompress(packed))
    try:
        from zstandard import ZstdDecompressor
    except ImportError as error:
        raise ImportError("tables and certificates need Python 3.14 or the package zstandard") from error
    with ZstdDecompressor().stream_reader(BytesIO(packed), read_across_frames=False) as stream:
        return bytes(stream.read())

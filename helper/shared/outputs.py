# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Files that programs in Python write. A regular file appears under its name only when it is whole; a pipe or a device is
# written to directly, and never replaced. The same in C++ is PendingFile.

import contextlib
import os
import pathlib
import stat

OPEN_ALREADY = ("/dev/std", "/dev/fd/", "/proc/")  # names of what a process has open


@contextlib.contextmanager
def replaced(path):
    """A path to write a file to, which then takes the place of the one at PATH, behind symbolic links.

    It has the mode of that one, and the same ending. If writing fails, nothing is left of it.
    """
    target = pathlib.Path(os.path.realpath(path))
    if (os.path.exists(path) and not os.path.isfile(path)) or str(path).startswith(OPEN_ALREADY):
        yield path  # if it is a directory, that cannot be written to, either
        return
    former = os.stat(target) if os.path.exists(target) else None
    if former and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    partial = target.with_name("%s.partial-%d%s" % (target.stem, os.getpid(), target.suffix))
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    try:
        yield partial
        if former:
            with contextlib.suppress(PermissionError):  # only root may give a file away
                os.chown(partial, former.st_uid, former.st_gid)
            os.chmod(partial, stat.S_IMODE(former.st_mode) & 0o777)
        if os.path.exists(target) and not os.path.isfile(target):
            raise FileExistsError(17, "is no regular file any more", str(path))
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def write(path, text):
    """Write a text to a file."""
    with replaced(path) as partial, open(partial, "w", encoding="utf-8") as file:
        file.write(text)

# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks what programs in Python write files with (helper/shared/outputs.py), in an empty directory.

    python-outputs.py DIRECTORY

Exit status: 0 all is well; otherwise an exception says what is wrong.
"""

import os
import pathlib
import stat
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "helper" / "shared"))

import outputs  # noqa: E402


def expect_error(kind, path):
    before = sorted(path.parent.iterdir()) if path.parent.is_dir() else None
    try:
        outputs.write(path, "x" * 100000)
    except kind:
        assert before is None or sorted(path.parent.iterdir()) == before, path
        return
    raise AssertionError("%s was written" % path)


def check_files(directory):
    file, link = directory / "file.txt", directory / "link.txt"
    link.symlink_to("file.txt")  # which leads nowhere yet
    for text in ("made", "replaced"):
        outputs.write(link, text)
        assert link.is_symlink() and file.read_text() == text and not file.is_symlink()
        file.chmod(0o640)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    outputs.write(link, "again")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    try:
        with outputs.replaced(file) as partial:
            assert partial.suffix == ".txt" and partial != file
            partial.write_text("half")
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        pass
    assert file.read_text() == "again" and len(list(directory.iterdir())) == 2
    expect_error(IsADirectoryError, directory / ".")
    expect_error(FileNotFoundError, directory / "none" / "file")


def check_others(directory):
    pipe = directory / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    outputs.write(pipe, "text")
    reader.join()
    assert got == ["text"] and pipe.is_fifo()
    with open(directory / "open", "w") as file:
        outputs.write("/proc/self/fd/%d" % file.fileno(), "text")
        assert os.path.samestat(os.fstat(file.fileno()), os.stat(directory / "open"))
    try:
        os.mknod(directory / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        os.mknod(directory / "full", stat.S_IFCHR | 0o666, os.makedev(1, 7))
        open(directory / "null", "w").close()
    except PermissionError:
        return
    outputs.write(directory / "null", "text")
    expect_error(OSError, directory / "full")
    assert all(stat.S_ISCHR((directory / name).stat().st_mode) for name in ("null", "full"))


def main():
    directory = pathlib.Path(sys.argv[1])
    for check in (check_files, check_others):
        place = directory / check.__name__
        place.mkdir()
        check(place)


if __name__ == "__main__":
    main()

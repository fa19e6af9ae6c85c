"""On which kind of file system a folder lies (Linux): inotify sees only what this machine does."""

import re
from pathlib import Path

_REMOTE = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "beegfs"}
    | {"virtiofs", "vboxsf", "prl_fs", "drvfs", "fakeowner"}
    | {f"fuse.{name}" for name in ("sshfs", "rclone", "s3fs", "gcsfuse", "grpcfuse", "osxfs", "glusterfs")}
    | {"fuse.vmhgfs-fuse", "fuse.ceph-fuse", "fuse.juicefs"}
)
"""Others may write there too: servers, and the host of a virtual machine or container."""


def remote_file_system(folder: str) -> str | None:
    """Its name if others write there too; `folder` is absolute, without links. None if unknown."""
    try:
        table = Path("/proc/self/mountinfo").read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return None
    kind = file_system_of(folder, table)
    return kind if kind in _REMOTE else None


def file_system_of(folder: str, table: str) -> str | None:
    """The type of the innermost mount, by a table as in proc_pid_mountinfo(5)."""
    found: tuple[int, str] | None = None
    for line in table.splitlines():
        before, separator, after = line.partition(" - ")
        fields, rest = before.split(" "), after.split(" ")
        if not separator or len(fields) < 5:
            continue
        # Blanks and the like are written as three octal digits.
        point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[4]).rstrip("/")
        # Of several mounts at one place the last one is on top.
        if (folder == point or folder.startswith(point + "/")) and (not found or len(point) >= found[0]):
            found = (len(point), rest[0])
    return found[1] if found else None

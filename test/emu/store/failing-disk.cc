/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failing-disk.h"

#include <sqlite3.h>
#include <utility>

namespace dht
{
namespace test
{
namespace
{

using Action = FailingDisk::Action;

/// A file of the disk; behind it is SQLite's own.
struct DiskFile : sqlite3_file
{
    std::string* path;  ///< Its name; null if SQLite does not care for one.
    sqlite3_file* real; ///< SQLite's own.
};

FailingDisk::Fate g_fate;     ///< What comes of what is done.
sqlite3_vfs* g_real{nullptr}; ///< SQLite's own disk.
sqlite3_vfs g_disk;           ///< The one that fails.
sqlite3_io_methods g_methods; ///< Of its files.

/// @param file A file. @return The same.
DiskFile&
Of(sqlite3_file* file)
{
    return *static_cast<DiskFile*>(file);
}

/// @param action What is done. @param file With which file. @param offset The first byte's place.
/// @return What comes of it.
int
FateOf(Action action, sqlite3_file* file, sqlite3_int64 offset)
{
    return Of(file).path && g_fate ? g_fate(action, *Of(file).path, offset) : SQLITE_OK;
}

/// Open a file; the parameters are SQLite's.
int
Open(sqlite3_vfs* /* vfs */, const char* name, sqlite3_file* file, int flags, int* outFlags)
{
    DiskFile& disk = Of(file);
    disk.path = name ? new std::string(name) : nullptr;
    disk.real = reinterpret_cast<sqlite3_file*>(&disk + 1);
    const int result = g_real->xOpen(g_real, name, disk.real, flags, outFlags);
    disk.pMethods = disk.real->pMethods ? &g_methods : nullptr;
    if (!disk.pMethods)
    {
        delete std::exchange(disk.path, nullptr);
    }
    return result;
}

/// Define what is done with files. Without shared memory, which a database that one process has
/// for itself does not need.
void
DefineMethods()
{
    g_methods = {};
    g_methods.iVersion = 1;
    g_methods.xClose = [](sqlite3_file* file) {
        const int result = Of(file).real->pMethods->xClose(Of(file).real);
        delete std::exchange(Of(file).path, nullptr);
        return result;
    };
    g_methods.xRead = [](sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
        const int fate = FateOf(Action::kRead, file, offset);
        return fate ? fate : Of(file).real->pMethods->xRead(Of(file).real, to, size, offset);
    };
    g_methods.xWrite = [](sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
        const int fate = FateOf(Action::kWrite, file, offset);
        return fate ? fate : Of(file).real->pMethods->xWrite(Of(file).real, from, size, offset);
    };
    g_methods.xTruncate = [](sqlite3_file* file, sqlite3_int64 size) {
        return Of(file).real->pMethods->xTruncate(Of(file).real, size);
    };
    g_methods.xSync = [](sqlite3_file* file, int flags) {
        const int fate = FateOf(Action::kSync, file, 0);
        return fate ? fate : Of(file).real->pMethods->xSync(Of(file).real, flags);
    };
    g_methods.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
        return Of(file).real->pMethods->xFileSize(Of(file).real, size);
    };
    g_methods.xLock = [](sqlite3_file* file, int lock) {
        return Of(file).real->pMethods->xLock(Of(file).real, lock);
    };
    g_methods.xUnlock = [](sqlite3_file* file, int lock) {
        return Of(file).real->pMethods->xUnlock(Of(file).real, lock);
    };
    g_methods.xCheckReservedLock = [](sqlite3_file* file, int* lock) {
        return Of(file).real->pMethods->xCheckReservedLock(Of(file).real, lock);
    };
    g_methods.xFileControl = [](sqlite3_file* file, int what, void* value) {
        return Of(file).real->pMethods->xFileControl(Of(file).real, what, value);
    };
    g_methods.xSectorSize = [](sqlite3_file* file) {
        return Of(file).real->pMethods->xSectorSize(Of(file).real);
    };
    g_methods.xDeviceCharacteristics = [](sqlite3_file* file) {
        return Of(file).real->pMethods->xDeviceCharacteristics(Of(file).real);
    };
}

} // namespace

FailingDisk::FailingDisk(Fate fate)
{
    g_fate = std::move(fate);
    g_real = sqlite3_vfs_find(nullptr);
    DefineMethods();
    g_disk = *g_real;
    g_disk.zName = "failing";
    g_disk.szOsFile = static_cast<int>(sizeof(DiskFile)) + g_real->szOsFile;
    g_disk.xOpen = Open;
    sqlite3_vfs_register(&g_disk, 1);
}

FailingDisk::~FailingDisk()
{
    sqlite3_vfs_unregister(&g_disk);
    sqlite3_vfs_register(g_real, 1);
    g_fate = nullptr;
}

} // namespace test
} // namespace dht

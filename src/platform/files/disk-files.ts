import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { assertFileKey, FileMissing, type Files, isFileKey, type StoredFile } from './files.ts'

/** Stores files below one folder on disk. */
export function createDiskFiles(root: string): Files {
  const resolvePath = (key: string) => {
    assertFileKey(key)
    return join(root, key)
  }

  return {
    write: async (key, content) => {
      const path = resolvePath(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, content, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
    read: async (key) =>
      await readFile(resolvePath(key)).catch((error) => {
        throw error.code === 'ENOENT' ? new FileMissing(key, error) : error
      }),
    remove: (key) => rm(resolvePath(key), { force: true }),
    list: async function* (folder) {
      const path = folder === undefined ? root : resolvePath(folder)
      for await (const { key: name, ...rest } of listEntries(path, folder === undefined))
        if (isFileKey(name)) yield { key: folder ? `${folder}/${name}` : name, ...rest }
    },
    deletePartialWrites: async (folder, before) => {
      const path = resolvePath(folder)
      for await (const { key: name, changedAt } of listEntries(path, false))
        if (name.endsWith('.part') && changedAt < before)
          await rm(join(path, name), { force: true })
    },
  }
}

/**
 * Lists the files in a folder by their paths. An absent folder has none, and a file that disappears
 * meanwhile is left out. Throws for a folder that can't be read: its files are not known.
 */
async function* listEntries(path: string, recursive: boolean): AsyncGenerator<StoredFile> {
  const folder = await opendir(path, { recursive }).catch(ignoreAbsence)
  if (!folder) return

  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const whole = join(entry.parentPath, entry.name)
    const found = await stat(whole).catch(ignoreAbsence)
    if (found) yield { key: relative(path, whole), bytes: found.size, changedAt: found.mtime }
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

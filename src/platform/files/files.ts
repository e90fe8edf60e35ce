import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '#lib/invariant.ts'

/** Storage for uploads. Keys are ours (`proofs/dep_…`), never a name that a client sent. */
export type Files = {
  write(key: string, content: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array>
  remove(key: string): Promise<void>
  /** Lists every complete file of a folder, in no order; none where the folder doesn't exist. */
  list(folder: string): AsyncIterable<{ key: string; changedAt: Date }>
  /** Deletes the remains of writes that were interrupted before that instant. */
  deletePartialWrites(folder: string, before: Date): Promise<void>
}

const KEY = /^[a-z0-9_]+(\/[a-z0-9_]+)*$/

/** Stores files below one folder on disk; a write appears complete or not at all. */
export function createDiskFiles(root: string): Files {
  const resolvePath = (key: string) => {
    invariant(KEY.test(key), `a file key is made of lower-case words, not ${JSON.stringify(key)}`)
    return join(root, key)
  }

  return {
    write: async (key, content) => {
      const path = resolvePath(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, content, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
    read: (key) => readFile(resolvePath(key)),
    remove: (key) => rm(resolvePath(key), { force: true }),
    list: async function* (folder) {
      for await (const { name, changedAt } of listEntries(resolvePath(folder)))
        if (KEY.test(name)) yield { key: `${folder}/${name}`, changedAt }
    },
    deletePartialWrites: async (folder, before) => {
      for await (const { name, changedAt } of listEntries(resolvePath(folder)))
        if (name.endsWith('.part') && changedAt < before)
          await rm(join(resolvePath(folder), name), { force: true })
    },
  }
}

/** Lists the files directly in a folder; a file that disappears meanwhile is left out. */
async function* listEntries(path: string): AsyncGenerator<{ name: string; changedAt: Date }> {
  const folder = await opendir(path).catch(() => undefined)
  if (!folder) return

  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const found = await stat(join(path, entry.name)).catch(() => undefined)
    if (found) yield { name: entry.name, changedAt: found.mtime }
  }
}

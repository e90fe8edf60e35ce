import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '#lib/invariant.ts'

/** Where uploads rest. Keys are ours (`proofs/dep_…`), never a name that someone sent. */
export type Files = {
  write(key: string, content: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array>
  remove(key: string): Promise<void>
}

const KEY = /^[a-z0-9_]+(\/[a-z0-9_]+)*$/

/** Files below one folder on disk; a write appears whole or not at all. */
export function diskFiles(root: string): Files {
  const pathOf = (key: string) => {
    invariant(KEY.test(key), `a file key is made of lower-case words, not ${JSON.stringify(key)}`)
    return join(root, key)
  }
  return {
    write: async (key, content) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, content, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
    read: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

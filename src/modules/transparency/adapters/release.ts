import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { EntryBody } from '../model.ts'

const MANIFEST = 'release.json'
const VERIFIER = 'scripts/verify-proof.mjs'

/**
 * Returns what the log records of the installed release: its version, the hash of its list of files
 * and hashes, and the hash of the offline verifier. Null in a checkout of the source.
 */
export function readRelease(folder = process.cwd()): EntryBody | null {
  let text: string
  try {
    text = readFileSync(`${folder}/${MANIFEST}`, 'utf8')
  } catch {
    return null
  }

  const { version, commit, files } = JSON.parse(text) as {
    version: string
    commit: string
    files: Record<string, string>
  }
  const manifest = createHash('sha256').update(text).digest('hex')
  return { version, commit, manifest, verifier: files[VERIFIER] ?? null }
}

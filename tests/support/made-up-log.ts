import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  deriveSigningKey,
  type SigningKey,
  signCheckpoint,
} from '#modules/transparency/adapters/log-keys.ts'
import {
  computeRoot,
  ED25519,
  type EntryBody,
  type EntryKind,
  formatCheckpointText,
  formatEntry,
  formatTilePath,
  hashLeaf,
  joinBundle,
} from '#modules/transparency/model.ts'

export type MadeUpEntry = { kind: EntryKind; subject: string; body: EntryBody }

const ORIGIN = 'books.example/open-books/log'

/** The key that signs a log that was made up. */
export const MADE_UP_KEY = deriveSigningKey('a key', 'log', ORIGIN, ED25519)

/** Writes a log of these entries as a mirror has it: the signed checkpoint, and the bundles. */
export function writeMadeUpLog(
  folder: string,
  entries: readonly MadeUpEntry[],
  keys: readonly SigningKey[] = [MADE_UP_KEY],
): void {
  const contents = entries.map((entry) => formatEntry({ ...entry, at: '2026-01-01T00:00:00.000Z' }))
  const root = computeRoot(contents.map(hashLeaf))
  const checkpoint = { origin: ORIGIN, size: entries.length, root }
  const lines = keys.map((key) => signCheckpoint(key, checkpoint, new Date(0)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'checkpoint'),
    `${formatCheckpointText(checkpoint)}\n${lines.join('')}`,
  )
  for (let first = 0; first < contents.length; first += 256) {
    const bundle = contents.slice(first, first + 256)
    const place = { level: 'entries', tile: first / 256, width: bundle.length } as const
    const path = join(folder, formatTilePath(place))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, joinBundle(bundle))
  }
}

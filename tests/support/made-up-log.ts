import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  computeRoot,
  type EntryBody,
  type EntryKind,
  formatEntry,
  formatTilePath,
  hashLeaf,
  joinBundle,
} from '#modules/transparency/model.ts'

export type MadeUpEntry = { kind: EntryKind; subject: string; body: EntryBody }

/** Writes a log of these entries as a mirror has it: an unsigned checkpoint, and the bundles. */
export function writeMadeUpLog(folder: string, entries: readonly MadeUpEntry[]): void {
  const contents = entries.map((entry) => formatEntry({ ...entry, at: '2026-01-01T00:00:00.000Z' }))
  const root = Buffer.from(computeRoot(contents.map(hashLeaf))).toString('base64')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'checkpoint'),
    `books.example/open-books/log\n${entries.length}\n${root}\n`,
  )
  for (let first = 0; first < contents.length; first += 256) {
    const bundle = contents.slice(first, first + 256)
    const place = { level: 'entries', tile: first / 256, width: bundle.length } as const
    const path = join(folder, formatTilePath(place))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, joinBundle(bundle))
  }
}

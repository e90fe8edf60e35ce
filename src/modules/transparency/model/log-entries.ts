import { utf8ToBytes } from '@noble/hashes/utils.js'
import { MAX_ENTRY_BYTES } from './log-tiles.ts'

/** A value of an entry: texts, whole numbers and what they make up. Amounts are texts of cents. */
export type EntryValue =
  | string
  | number
  | boolean
  | null
  | readonly EntryValue[]
  | { readonly [name: string]: EntryValue }

export type EntryBody = { readonly [name: string]: EntryValue }

/** The kinds of the log's entries; `subject` names the thing where there are several. */
export const ENTRY_KINDS = [
  'log-key',
  'ledger-head',
  'audit-head',
  'liabilities',
  'reserves',
  'coverage',
  'plan-version',
  'text',
  'campaign',
  'freeze',
  'unfreeze',
  'release',
  'approval-signing',
  'approval-generation',
  'approval-key',
  'approval',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type LogEntry = { kind: EntryKind; subject: string; at: string; body: EntryBody }

/**
 * Formats a value as canonical JSON (RFC 8785 for the values allowed here): names in the order of
 * their UTF-16 units, no blanks. Throws on a number that isn't a safe integer.
 */
export function formatCanonicalJson(value: EntryValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error(`${value} is not a whole number: write it as a text`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(formatCanonicalJson).join(',')}]`

  const names = Object.keys(value).sort()
  const pairs = names.map(
    (name) => `${JSON.stringify(name)}:${formatCanonicalJson(value[name] ?? null)}`,
  )
  return `{${pairs.join(',')}}`
}

const isList = (value: EntryValue): value is readonly EntryValue[] => Array.isArray(value)

/** Returns the bytes of an entry. Throws when it is longer than a bundle can hold. */
export function formatEntry({ kind, subject, at, body }: LogEntry): Uint8Array {
  const bytes = utf8ToBytes(formatCanonicalJson({ at, body, kind, subject, v: 1 }))
  if (bytes.length > MAX_ENTRY_BYTES)
    throw new Error(`The entry ${kind} ${subject} has ${bytes.length} bytes, which are too many.`)

  return bytes
}

/** Parses an entry of the log. Throws unless it is canonical. */
export function parseEntry(bytes: Uint8Array): LogEntry {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const value = JSON.parse(text) as EntryBody
  if (formatCanonicalJson(value) !== text || value.v !== 1)
    throw new Error('The entry is not canonical JSON of version 1.')

  const { kind, subject, at, body } = value as unknown as LogEntry
  return { kind, subject, at, body }
}

/** Joins entries to a bundle: each one follows its length in two bytes. */
export function joinBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0))
  let at = 0
  for (const entry of entries) {
    bundle[at] = entry.length >> 8
    bundle[at + 1] = entry.length & 255
    bundle.set(entry, at + 2)
    at += 2 + entry.length
  }

  return bundle
}

/** Splits a bundle into its entries. Throws when it is cut off. */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0)
    const end = at + 2 + length
    if (end > bundle.length) throw new Error('The bundle is cut off.')

    entries.push(bundle.slice(at + 2, end))
    at = end
  }

  return entries
}

import type { Page } from '@playwright/test'
import { deriveSigningKey, signCheckpoint } from '#modules/transparency/adapters/log-keys.ts'
import {
  computeRoot,
  createTreeReader,
  ED25519,
  formatCheckpointText,
  formatLogProof,
  formatVkey,
  hashLeaf,
  parseTilePath,
} from '#modules/transparency/model.ts'

const PREFIX = '/open-books/log/'
const ORIGIN = 'books.example/open-books/log'
const AT = new Date('2026-11-26T09:00:00Z')

/** What the server answered, by path: it appends entries that a served log doesn't have. */
export type Answers = Record<string, { data: { entry: string } }>

/** A log of entries with a key of its own, as a server could show it. */
export type ServedLog = { entries: readonly string[]; secret?: string; answers?: Answers }

/** Returns the entry that a path proves, and stores the answer for a log with this entry. */
export async function storeEntry({ request }: Page, answers: Answers, path: string) {
  const answer: Answers[string] = await (await request.get(path)).json()
  answers[path] = answer

  return answer.data.entry
}

const toBytes = (text: string) => new TextEncoder().encode(text)

function publish({ entries, secret = 'the key of an invented log' }: ServedLog) {
  const key = deriveSigningKey(secret, 'log', ORIGIN, ED25519)
  const leaves = entries.map((entry) => hashLeaf(toBytes(entry)))
  const checkpoint = { origin: ORIGIN, size: leaves.length, root: computeRoot(leaves) }
  const note = `${formatCheckpointText(checkpoint)}\n${signCheckpoint(key, checkpoint, AT)}`
  const readTile = (width: number) => new Uint8Array(leaves.slice(0, width).flatMap((x) => [...x]))

  return { leaves, note, vkey: formatVkey(key), readTile }
}

const PROOF_PATHS = ['/api/user/liability-proof', '/api/user/entry-proof', '/api/transparency/log']

/**
 * Serves a log to a page in place of the server's: its files, and proofs of its first entries. The
 * proofs of a path can be of another log.
 */
export async function serveLog(
  page: Page,
  log: ServedLog,
  others: Readonly<Record<string, ServedLog>> = {},
): Promise<void> {
  const { note, vkey, readTile } = publish(log)
  await page.unrouteAll()
  await page.route(`**${PREFIX}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(PREFIX.length)
    if (name === 'checkpoint') return route.fulfill({ body: note })
    if (name === 'vkeys') return route.fulfill({ body: `${vkey}\n` })
    const place = parseTilePath(name)
    return place?.level === 0
      ? route.fulfill({ body: Buffer.from(readTile(place.width)) })
      : route.fulfill({ status: 404 })
  })

  for (const path of PROOF_PATHS) await serveProofs(page, path, others[path] ?? log)
}

async function serveProofs(page: Page, path: string, log: ServedLog) {
  const { leaves, note, vkey, readTile } = publish(log)
  const reader = createTreeReader(leaves.length, async ({ width }) => readTile(width))
  await page.route(`**${path}*`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const stored = log.answers?.[pathname + search]
    const answer = stored ?? (await (await route.fetch()).json())
    const index = log.entries.indexOf(answer.data.entry)
    const hashes = index < 0 ? [] : await reader.proveInclusion(index)
    const logProof = formatLogProof({ index: Math.max(index, 0), hashes, checkpoint: note })
    const data = { ...answer.data, logProof, vkeys: [vkey], witnesses: [] }
    await route.fulfill({ json: { ...answer, data } })
  })
}

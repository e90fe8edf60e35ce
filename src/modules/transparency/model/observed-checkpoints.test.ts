import { expect, test } from 'vitest'
import { deriveSigningKey, signCheckpoint } from '../adapters/log-keys.ts'
import {
  compareCheckpoints,
  createTreeReader,
  ED25519,
  formatCheckpointText,
  formatVkey,
  type Hash,
  hashLeaf,
  openCheckpoint,
  parseObserved,
  type ReadTile,
} from '../model.ts'

const origin = 'books.example/open-books/log'
const key = deriveSigningKey('a key', 'log', origin, ED25519)
const other = deriveSigningKey('another key', 'log', origin, ED25519)
const leaves = Array.from({ length: 40 }, (_, at) => hashLeaf(Uint8Array.of(at)))
const forked = leaves.map((leaf, at) => (at === 5 ? hashLeaf(Uint8Array.of(250)) : leaf))

const readFrom =
  (from: readonly Hash[]): ReadTile =>
  async ({ width }) =>
    Uint8Array.from(Buffer.concat(from.slice(0, width)))
async function sign(size: number, from: readonly Hash[] = leaves, by = key) {
  const root = await createTreeReader(size, readFrom(from)).readRoot()
  const checkpoint = { origin, size, root }
  return `${formatCheckpointText(checkpoint)}\n${signCheckpoint(by, checkpoint, new Date(0))}`
}
const open = (note: string, by = key) => openCheckpoint(note, [by])
const remember = (note: string) => ({ note, vkeys: [formatVkey(key)], at: '2026-11-26' })

test('A log that grew continues what the browser remembers', async () => {
  const observed = parseObserved(JSON.stringify(remember(await sign(12))))
  for (const size of [12, 13, 32, 40]) {
    const current = open(await sign(size))
    expect(await compareCheckpoints(observed, current, readFrom(leaves))).toBe('continued')
  }
  expect(await compareCheckpoints(null, open(await sign(3)), readFrom(leaves))).toBe('first')
})

test('A split view is found: of the same size, of a larger one, and of a shorter log', async () => {
  const observed = remember(await sign(12))
  const compare = async (size: number, from: readonly Hash[]) =>
    await compareCheckpoints(observed, open(await sign(size, from)), readFrom(from))
  expect(await compare(12, forked)).toBe('split')
  expect(await compare(30, forked)).toBe('split')
  expect(await compare(11, leaves.slice(0, 11))).toBe('shorter')
  expect(await compare(11, forked)).toBe('split')
})

test('An earlier head of the same log is no split view', async () => {
  const observed = remember(await sign(12))
  const compare = async (size: number, head: readonly Hash[], readTile: ReadTile) =>
    await compareCheckpoints(observed, open(await sign(size, head)), readTile)
  expect(await compare(11, leaves, readFrom(leaves))).toBe('earlier')
  expect(await compare(8, leaves, readFrom(leaves))).toBe('earlier')
  expect(await compare(8, forked, readFrom(leaves))).toBe('split')
  expect(await compare(8, leaves, async () => null)).toBe('shorter')
  await expect(compare(8, leaves, () => Promise.reject(new Error('offline')))).rejects.toThrow()
})

test('Tiles that don’t belong to the checkpoint can’t hide a split view', async () => {
  const observed = remember(await sign(12))
  const current = open(await sign(30, forked))
  expect(await compareCheckpoints(observed, current, readFrom(leaves))).toBe('split')
})

test('A checkpoint that none of the remembered keys signed is reported', async () => {
  const observed = remember(await sign(12))
  const current = open(await sign(13, leaves, other), other)
  expect(await compareCheckpoints(observed, current, readFrom(leaves))).toBe('other-key')
})

test('What is stored and damaged counts as nothing', async () => {
  expect(parseObserved(null)).toBeNull()
  expect(parseObserved('{}')).toBeNull()
  const note = (await sign(12)).replace('\n12\n', '\n13\n')
  expect(parseObserved(JSON.stringify(remember(note)))).toBeNull()
})

import { expect, test } from 'vitest'
import {
  computeInclusionRoot,
  createTreeReader,
  equalsHash,
  formatTilePath,
  type Hash,
  hashEmptyTree,
  hashLeaf,
  hashNode,
  isConsistent,
  parseTilePath,
  type ReadTile,
} from '../model.ts'

const MAX_SIZE = 600
const leaves = Array.from({ length: MAX_SIZE }, (_, at) =>
  hashLeaf(new TextEncoder().encode(`entry ${at}`)),
)

/** The definition of RFC 6962, 2.1, without any shortcut. */
function defineRoot(hashes: readonly Hash[]): Hash {
  const [only] = hashes
  if (!only) return hashEmptyTree()
  if (hashes.length === 1) return only
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return hashNode(defineRoot(hashes.slice(0, split)), defineRoot(hashes.slice(split)))
}

/** The tiles of the first leaves, as a server has them. */
const readTile: ReadTile = async ({ level, tile, width }) => {
  const span = 256 ** Number(level)
  return Uint8Array.from(
    Array.from({ length: width }, (_, at) => {
      const first = (tile * 256 + at) * span
      return [...defineRoot(leaves.slice(first, first + span))]
    }).flat(),
  )
}

const SIZES = [1, 2, 3, 5, 8, 100, 255, 256, 257, 511, 512, 513, 599, 600]

test('The tiles of every size give the root that RFC 6962 defines', async () => {
  for (const size of SIZES)
    expect(await createTreeReader(size, readTile).readRoot()).toEqual(
      defineRoot(leaves.slice(0, size)),
    )
})

test('Each leaf is proved to be in the tree, at its own place and as no other leaf', async () => {
  for (const size of SIZES) {
    const reader = createTreeReader(size, readTile)
    const root = await reader.readRoot()
    for (const index of [0, 1, 2, 254, 255, 256, size - 1].filter((at) => at < size)) {
      const proof = await reader.proveInclusion(index)
      const leaf = leaves[index] as Hash
      expect(computeInclusionRoot(index, size, leaf, proof)).toEqual(root)
      expect(computeInclusionRoot(index, size, leaves[index + 1] ?? root, proof)).not.toEqual(root)
      if (size > 1) {
        const other = index === 0 ? 1 : index - 1
        const moved = computeInclusionRoot(other, size, leaf, proof)
        expect(moved && equalsHash(moved, root)).not.toBe(true)
      }
      expect(computeInclusionRoot(index, size, leaf, [...proof, root])).toBeNull()
      expect(computeInclusionRoot(size, size, leaf, proof)).toBeNull()
    }
  }
})

test('A newer tree is proved to begin with each older one, and with no other', async () => {
  for (const older of SIZES)
    for (const newer of SIZES.filter((size) => size >= older)) {
      const reader = createTreeReader(newer, readTile)
      const heads = [
        { size: older, root: defineRoot(leaves.slice(0, older)) },
        { size: newer, root: await reader.readRoot() },
      ] as const
      const proof = await reader.proveConsistency(older)
      expect(isConsistent(...heads, proof)).toBe(true)

      const rewritten = { size: older, root: hashLeaf(new Uint8Array([older % 256])) }
      expect(isConsistent(rewritten, heads[1], proof)).toBe(false)
      if (newer > older) expect(isConsistent(heads[1], heads[0], proof)).toBe(false)
      expect(isConsistent(...heads, [...proof, rewritten.root])).toBe(false)
    }
})

test('A tile has one path, and no other text is one', () => {
  const place = { level: 1, tile: 1_234_067, width: 256 }
  expect(formatTilePath(place)).toBe('tile/1/x001/x234/067')
  expect(parseTilePath('tile/1/x001/x234/067')).toEqual(place)
  expect(parseTilePath('tile/entries/000.p/7')).toEqual({ level: 'entries', tile: 0, width: 7 })
  for (const path of [
    'tile/0/1',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/0/x000/001',
    'tile/00/000',
    'tile/0/000.p/07',
    'tile/0/../000',
  ])
    expect(parseTilePath(path), path).toBeNull()
})

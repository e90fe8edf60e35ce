/**
 * Names and reads the tiles of a log (c2sp.org/tlog-tiles): a tile of level L holds up to 256
 * hashes of whole subtrees of 256^L leaves.
 */
import {
  computeRoot,
  getSplit,
  HASH_BYTES,
  type Hash,
  hashEmptyTree,
  hashNode,
  splitHashes,
} from './log-tree.ts'

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

/** The maximum length of an entry, which a bundle states in two bytes. */
export const MAX_ENTRY_BYTES = 65_535

/** Formats the number of a tile: 1234067 is x001/x234/067. */
function formatTileNumber(tile: number): string {
  const groups: string[] = []
  for (let rest = tile; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(String(rest % 1_000).padStart(3, '0'))

  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}

/** A tile of hashes, or a bundle of entries, of `width` of 256. */
export type TilePlace = { level: number | 'entries'; tile: number; width: number }

/** Returns the path of a tile below the address of its log. */
export const formatTilePath = ({ level, tile, width }: TilePlace): string =>
  `tile/${level}/${formatTileNumber(tile)}${width < TILE_WIDTH ? `.p/${width}` : ''}`

const TILE_PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/

/** Parses the path of a tile; null unless it is the one that `formatTilePath` writes. */
export function parseTilePath(path: string): TilePlace | null {
  const [, level = '', number = '', width] = TILE_PATH.exec(path) ?? []
  const place: TilePlace = {
    level: level === 'entries' ? level : Number(level),
    tile: Number(number.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }

  return place.width > 0 && formatTilePath(place) === path ? place : null
}

/** Reads a tile by its place; `null` where there is none. */
export type ReadTile = (place: TilePlace) => Promise<Uint8Array | null>

export type TreeReader = {
  readRoot(): Promise<Hash>
  proveInclusion(index: number): Promise<Hash[]>
  proveConsistency(olderSize: number): Promise<Hash[]>
}

/** Creates a reader of the tree of a size, which reads each tile once. */
export function createTreeReader(size: number, readTile: ReadTile): TreeReader {
  const tiles = new Map<string, Promise<Hash[]>>()

  const loadTile = (level: number, tile: number) => {
    const whole = Math.floor(size / TILE_WIDTH ** level)
    const width = Math.min(TILE_WIDTH, whole - tile * TILE_WIDTH)
    const place = { level, tile, width }
    const path = formatTilePath(place)
    const loading = tiles.get(path) ?? readHashes(place, readTile)
    tiles.set(path, loading)
    return loading
  }

  /** Returns the hash of the subtree of 2^height leaves that starts with leaf index × 2^height. */
  const readSubtree = async (index: number, height: number) => {
    const level = Math.floor(height / TILE_HEIGHT)
    const count = 2 ** (height - level * TILE_HEIGHT)
    const first = index * count
    const hashes = await loadTile(level, Math.floor(first / TILE_WIDTH))
    const at = first % TILE_WIDTH
    return computeRoot(hashes.slice(at, at + count))
  }

  const readRange = async (start: number, end: number): Promise<Hash> => {
    const height = Math.log2(end - start)
    if (Number.isInteger(height)) return await readSubtree(start / (end - start), height)

    const middle = start + getSplit(end - start)
    return hashNode(await readRange(start, middle), await readRange(middle, end))
  }

  return {
    readRoot: async () => (size === 0 ? hashEmptyTree() : await readRange(0, size)),
    proveInclusion: (index) => proveInclusion(readRange, index, { start: 0, end: size }),
    proveConsistency: async (older) => {
      if (older > size) throw new Error(`A tree of ${size} leaves can't begin with ${older}.`)
      return older === 0 || older === size
        ? []
        : await proveConsistency(readRange, older, { start: 0, end: size, whole: true })
    },
  }
}

async function readHashes(place: TilePlace, readTile: ReadTile): Promise<Hash[]> {
  const bytes = await readTile(place)
  if (!bytes || bytes.length < place.width * HASH_BYTES)
    throw new Error(`The log has no ${formatTilePath(place)}.`)

  return splitHashes(bytes.slice(0, place.width * HASH_BYTES))
}

type ReadRange = (start: number, end: number) => Promise<Hash>

/** Returns the inclusion proof of a leaf, by RFC 6962, 2.1.1. */
export async function proveInclusion(
  readRange: ReadRange,
  index: number,
  { start, end }: { start: number; end: number },
): Promise<Hash[]> {
  if (end - start === 1) return []

  const middle = start + getSplit(end - start)
  return index < middle
    ? [
        ...(await proveInclusion(readRange, index, { start, end: middle })),
        await readRange(middle, end),
      ]
    : [
        ...(await proveInclusion(readRange, index, { start: middle, end })),
        await readRange(start, middle),
      ]
}

/** Returns the consistency proof of an older size, by RFC 6962, 2.1.2. */
async function proveConsistency(
  readRange: ReadRange,
  older: number,
  { start, end, whole }: { start: number; end: number; whole: boolean },
): Promise<Hash[]> {
  if (older === end) return whole ? [] : [await readRange(start, end)]

  const middle = start + getSplit(end - start)
  return older <= middle
    ? [
        ...(await proveConsistency(readRange, older, { start, end: middle, whole })),
        await readRange(middle, end),
      ]
    : [
        ...(await proveConsistency(readRange, older, { start: middle, end, whole: false })),
        await readRange(start, middle),
      ]
}

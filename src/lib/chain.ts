/**
 * The chain of seals, worked out from plain data by whoever reads it: in a browser as well as
 * anywhere. The rule is that of `ledger.leaf` and `ledger.block_hash`: a block's digest is the hash
 * of its rows' hashes in their order, its hash covers digest, numbers, time and the hash of the
 * block before.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A block of the chain; hashes in hex, numbers and the time in microseconds as texts. */
export type ChainLink = {
  block: string
  first_seq: string
  last_seq: string
  sealed_at: string
  digest: string
  previous_hash: string
  hash: string
}

export type OwnRow = {
  seq: string
  /** What its hash is taken of; null where its reader isn't told all of it. */
  text: string | null
}

export type ChainBlock = ChainLink & {
  /** The hashes of all its rows one behind the other, in hex. */
  leaves: string
  rows: readonly OwnRow[]
}

const HASH_HEX = 64

/** The hash of a row, of the text that it is taken of. */
export const hashLeaf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The hash that a block has to have. */
export const blockHash = (link: ChainLink): string =>
  bytesToHex(
    sha256(
      concatBytes(
        hexToBytes(link.previous_hash),
        // as PostgreSQL prints an array: a comma and a space between its parts
        utf8ToBytes(
          `[${[link.block, link.first_seq, link.last_seq, link.sealed_at, link.digest].map((part) => JSON.stringify(part)).join(', ')}]`,
        ),
      ),
    ),
  )

/** The hash at a row's place among those of its block; empty when it isn't in it. */
function getLeaf({ first_seq, leaves }: ChainBlock, seq: string): string {
  const at = Number(BigInt(seq) - BigInt(first_seq)) * HASH_HEX
  return at < 0 ? '' : leaves.slice(at, at + HASH_HEX)
}

export type RowVerdict = { seq: string; leaf: string; verdict: 'ok' | 'wrong' | 'hidden' }

/**
 * Whether each own row has the hash that its block sealed; where the text isn't told, that can't be
 * said.
 */
export const checkRows = (block: ChainBlock): RowVerdict[] =>
  block.rows.map(({ seq, text }) => {
    const leaf = getLeaf(block, seq)
    if (text === null) return { seq, leaf, verdict: leaf ? 'hidden' : 'wrong' }
    return { seq, leaf, verdict: leaf !== '' && hashLeaf(text) === leaf ? 'ok' : 'wrong' }
  })

/**
 * What is wrong with a block by itself: empty when its rows' hashes make its digest and its digest
 * its hash.
 */
export function checkBlock(block: ChainBlock): string[] {
  const count = BigInt(block.last_seq) - BigInt(block.first_seq) + 1n
  const wrong: string[] = []

  if (BigInt(block.leaves.length) !== count * BigInt(HASH_HEX))
    wrong.push(
      `Block ${block.block} says that it seals ${count} entries, and has the hashes of others.`,
    )

  if (bytesToHex(sha256(hexToBytes(block.leaves))) !== block.digest)
    wrong.push(`Block ${block.block} was not made of the entries that are shown.`)
  if (blockHash(block) !== block.hash)
    wrong.push(`Block ${block.block} doesn’t have the hash that it says.`)

  return wrong
}

/**
 * What is wrong with a run of links that follow `before`: each has to name the hash before it and
 * have the hash that it says.
 */
export function checkLinks(links: readonly ChainLink[], before: ChainLink | undefined): string[] {
  let last = before
  return links.flatMap((link) => {
    const wrong: string[] = []
    if (blockHash(link) !== link.hash)
      wrong.push(`Block ${link.block} doesn’t have the hash that it says.`)

    if (
      last &&
      (link.previous_hash !== last.hash || BigInt(link.block) !== BigInt(last.block) + 1n)
    )
      wrong.push(`Block ${link.block} doesn’t follow block ${last.block}.`)

    last = link

    return wrong
  })
}

/**
 * Verifies the ledger's hash chain from plain data, in a browser as well as on the server. The
 * rules are those of `ledger.row_leaf` and `ledger.block_hash`: a row's hash is that of its salt
 * and of the hash of its text, in older blocks without a salt that of its text; a block's digest is
 * the hash of its rows' hashes in order; its hash covers the digest, the numbers, the time and the
 * hash of the previous block.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A block of the chain: hashes in hex, numbers and the time in microseconds as texts. */
export type ChainLink = {
  block: string
  first_seq: string
  last_seq: string
  chained_at: string
  digest: string
  previous_hash: string
  hash: string
}

export type OwnRow = {
  seq: string
  /** The text that the hash is computed from; null where the reader may not see all of it. */
  text: string | null
  /** In hex; null in a block without salts, and where the text is withheld. */
  salt: string | null
}

export type ChainBlock = ChainLink & {
  /** The concatenated hashes of all its rows, in hex. */
  leaves: string
  rows: readonly OwnRow[]
}

const HASH_HEX = 64

/** Returns the hash of a row, in hex. */
export function hashLeaf(text: string, salt: string | null): string {
  const leaf = sha256(utf8ToBytes(text))
  return bytesToHex(salt === null ? leaf : sha256(concatBytes(hexToBytes(salt), leaf)))
}

/** Formats an array as PostgreSQL prints it: a comma and a space between its parts. */
const formatSqlArray = (parts: readonly unknown[]) =>
  `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`

/** Returns the hash that a block must have, in hex. */
export const blockHash = (link: ChainLink): string =>
  bytesToHex(
    sha256(
      concatBytes(
        hexToBytes(link.previous_hash),
        utf8ToBytes(
          formatSqlArray([link.block, link.first_seq, link.last_seq, link.chained_at, link.digest]),
        ),
      ),
    ),
  )

/** Returns the hash stored at a row's place in its block; empty when the row isn't in it. */
function getLeaf({ first_seq, leaves }: ChainBlock, seq: string): string {
  const at = Number(BigInt(seq) - BigInt(first_seq)) * HASH_HEX
  return at < 0 ? '' : leaves.slice(at, at + HASH_HEX)
}

export type RowVerdict = { seq: string; leaf: string; verdict: 'ok' | 'wrong' | 'hidden' }

/**
 * Returns whether each of the reader's rows has the hash that its block contains; undecided where
 * the text is withheld.
 */
export const checkRows = (block: ChainBlock): RowVerdict[] =>
  block.rows.map(({ seq, text, salt }) => {
    const leaf = getLeaf(block, seq)
    if (text === null) return { seq, leaf, verdict: leaf ? 'hidden' : 'wrong' }
    return { seq, leaf, verdict: leaf !== '' && hashLeaf(text, salt) === leaf ? 'ok' : 'wrong' }
  })

/**
 * Lists the problems of a block by itself: its rows' hashes must give its digest, and its digest
 * its hash.
 */
export function checkBlock(block: ChainBlock): string[] {
  const count = BigInt(block.last_seq) - BigInt(block.first_seq) + 1n
  const wrong: string[] = []

  if (BigInt(block.leaves.length) !== count * BigInt(HASH_HEX))
    wrong.push(
      `Block ${block.block} says it has ${count} entries, but its hashes are of a different ` +
        `number.`,
    )

  if (bytesToHex(sha256(hexToBytes(block.leaves))) !== block.digest)
    wrong.push(`Block ${block.block} doesn’t match the entries shown.`)
  if (blockHash(block) !== block.hash)
    wrong.push(`Block ${block.block} doesn’t match its stated hash.`)

  return wrong
}

/**
 * Lists the problems of the links that follow `before`: each must name the previous hash and have
 * the hash that it states.
 */
export function checkLinks(links: readonly ChainLink[], before: ChainLink | undefined): string[] {
  let last = before
  return links.flatMap((link) => {
    const wrong: string[] = []
    if (blockHash(link) !== link.hash)
      wrong.push(`Block ${link.block} doesn’t match its stated hash.`)

    if (
      last &&
      (link.previous_hash !== last.hash || BigInt(link.block) !== BigInt(last.block) + 1n)
    )
      wrong.push(`Block ${link.block} doesn’t follow block ${last.block}.`)

    last = link

    return wrong
  })
}

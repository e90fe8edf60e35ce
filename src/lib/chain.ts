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

export const HASH_HEX = 64

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

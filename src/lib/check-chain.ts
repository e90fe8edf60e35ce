import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { blockHash, type ChainBlock, type ChainLink, HASH_HEX, hashLeaf } from './chain.ts'

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

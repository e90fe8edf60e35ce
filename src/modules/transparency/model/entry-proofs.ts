/** The proof of one ledger entry, from its text down to the signed log, and its check. */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainLink, OwnRow } from '#lib/chain.ts'
import { checkBlock, checkLinks, checkRows } from '#lib/check-chain.ts'
import { parseEntry } from './log-entries.ts'
import { type CheckedHead, checkLogProof, type KnownKeys, parseLogProof } from './log-proofs.ts'

export const ENTRY_PROOF_FORMAT = 'candor/entry-proof/v1'

export type EntryProofFile = {
  format: string
  /** The number of the entry. */
  seq: string
  /** The block of the entry: the hashes of all its rows, and the entry's own text and salt. */
  block: ChainLink & { leaves: string; rows: OwnRow[] }
  /** The blocks after it, up to the one that the log names. */
  links: ChainLink[]
  /** The entry of the log with the head of the hash chain, as it is hashed. */
  entry: string
  logProof: string
  vkeys: string[]
  witnesses: string[]
}

export type CheckedEntry = {
  checkpoint: CheckedHead
  /** False where the text is withheld: then the hash alone is in the log. */
  isTextShown: boolean
  at: string
}

/**
 * Checks a file from the entry's text up to the signed checkpoint: the hash of the text with its
 * salt is at its place of the block, the blocks follow each other to the one that the log names,
 * and that head is in the log. Throws what is wrong.
 */
export function checkEntryProof(file: EntryProofFile, known: KnownKeys): CheckedEntry {
  if (file.format !== ENTRY_PROOF_FORMAT) throw new Error('The file has another format.')

  const verdict = checkRows(file.block).find(({ seq }) => seq === file.seq)?.verdict ?? 'wrong'
  if (verdict === 'wrong') throw new Error('The entry doesn’t match its hash.')
  const [problem] = [...checkBlock(file.block), ...checkLinks(file.links, file.block)]
  if (problem) throw new Error(problem)

  const bytes = utf8ToBytes(file.entry)
  const checkpoint = checkLogProof(parseLogProof(file.logProof), bytes, known)
  const { kind, body, at } = parseEntry(bytes)
  const { block, last_seq, hash } = file.links.at(-1) ?? file.block
  if (kind !== 'ledger-head' || body.block !== block || body.seq !== last_seq || body.hash !== hash)
    throw new Error('The log names another block than the one that the entry leads to.')

  return { checkpoint, isTextShown: verdict === 'ok', at }
}

/** A row of the reader's own entries, with its hash in the chain. */
export type HashedRow = OwnRow & { leaf: string }

/** Throws unless a checked file is the proof of a row: of its number, its hash and its text. */
export function checkSameEntry({ seq, block }: EntryProofFile, row: HashedRow): void {
  const own = block.rows.find((one) => one.seq === seq)
  const leaf = checkRows(block).find((one) => one.seq === seq)?.leaf
  if (seq !== row.seq || leaf !== row.leaf)
    throw new Error('The proof is of another entry than the one on your screen.')
  if (own?.text !== row.text || own.salt !== row.salt)
    throw new Error('The proof has another text than the entry on your screen.')
}

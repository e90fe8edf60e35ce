/** Writes and checks proofs of single entries (c2sp.org/tlog-proof). */
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { computeInclusionRoot, equalsHash, type Hash, hashLeaf } from './log-tree.ts'
import {
  type OpenedNote,
  openCheckpoint,
  type VerifiedSignature,
  type VerifierKey,
  type VerifySignature,
} from './signed-notes.ts'

const HEADING = 'c2sp.org/tlog-proof@v1'

export type LogProof = { index: number; hashes: readonly Hash[]; checkpoint: string }

export function formatLogProof({ index, hashes, checkpoint }: LogProof): string {
  const lines = hashes.map((hash) => `${base64.encode(hash)}\n`)
  return `${HEADING}\nindex ${index}\n${lines.join('')}\n${checkpoint}`
}

/** Parses the file of a proof. Throws when it has another format. */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n')
  const [heading, index = '', ...hashes] = text.slice(0, end).split('\n')
  if (end < 0 || heading !== HEADING || !/^index (0|[1-9]\d{0,15})$/.test(index))
    throw new Error('The text is not a proof of an entry.')

  return {
    index: Number(index.slice('index '.length)),
    hashes: hashes.map((hash) => base64.decode(hash)),
    checkpoint: text.slice(end + 2),
  }
}

/** The keys that a reader knows: those of the log alone sign for it, whatever its witnesses are. */
export type KnownKeys = {
  keys: readonly VerifierKey[]
  witnesses?: readonly VerifierKey[]
  verify?: VerifySignature
}

/** A checkpoint signed by its log, with one signature of each witness. */
export type CheckedHead = OpenedNote & { cosignatures: VerifiedSignature[] }

/**
 * Checks that the checkpoint of a proof, signed by one of the keys of its log, contains an entry.
 * Returns the checkpoint with its signatures. Throws what is wrong.
 */
export function checkLogProof(proof: LogProof, entry: Uint8Array, known: KnownKeys): CheckedHead {
  const opened = openCheckpoint(proof.checkpoint, known.keys, known.verify)
  if (!opened.signatures.some(({ key }) => key.name === opened.origin))
    throw new Error('The checkpoint is not signed by its log.')

  const root = computeInclusionRoot(proof.index, opened.size, hashLeaf(entry), proof.hashes)
  if (!root || !equalsHash(root, opened.root))
    throw new Error('The entry is not in the log at this place.')

  return { ...opened, cosignatures: listCosignatures(proof.checkpoint, opened, known) }
}

/**
 * Lists one signature of each witness. A log is no witness of itself, by its name or by one of its
 * keys, and a key under two names is one witness.
 */
function listCosignatures(
  note: string,
  { origin }: OpenedNote,
  { keys, witnesses = [], verify }: KnownKeys,
): VerifiedSignature[] {
  const names = new Set([origin])
  const counted = new Set(keys.map(({ publicKey }) => bytesToHex(publicKey)))

  return openCheckpoint(note, witnesses, verify).signatures.filter(({ key, at }) => {
    const publicKey = bytesToHex(key.publicKey)
    const isAnother = at !== null && !names.has(key.name) && !counted.has(publicKey)
    names.add(key.name)
    counted.add(publicKey)

    return isAnother
  })
}

/** Writes and checks proofs of single entries (c2sp.org/tlog-proof). */
import { base64 } from '@scure/base'
import { computeInclusionRoot, equalsHash, type Hash, hashLeaf } from './log-tree.ts'
import {
  type OpenedNote,
  openCheckpoint,
  type VerifierKey,
  type VerifySignature,
} from './signed-notes.ts'

const HEADING = 'c2sp.org/tlog-proof@v1'

export type LogProof = { index: number; hashes: readonly Hash[]; checkpoint: string }

export const formatLogProof = ({ index, hashes, checkpoint }: LogProof): string =>
  `${HEADING}\nindex ${index}\n${hashes.map((hash) => `${base64.encode(hash)}\n`).join('')}\n${checkpoint}`

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

/**
 * Checks that the checkpoint of a proof, signed by one of the keys of its log, contains an entry.
 * Returns the checkpoint with all its signatures by the keys. Throws what is wrong.
 */
export function checkLogProof(
  proof: LogProof,
  entry: Uint8Array,
  keys: readonly VerifierKey[],
  verify?: VerifySignature,
): OpenedNote {
  const opened = openCheckpoint(proof.checkpoint, keys, verify)
  if (!opened.signatures.some(({ key }) => key.name === opened.origin))
    throw new Error('The checkpoint is not signed by its log.')

  const root = computeInclusionRoot(proof.index, opened.size, hashLeaf(entry), proof.hashes)
  if (!root || !equalsHash(root, opened.root))
    throw new Error('The entry is not in the log at this place.')

  return opened
}

/** The file with everything that a member's proof needs, and its check. */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import {
  checkLiabilityProof,
  type LiabilityProofText,
  parseLiabilityProof,
} from './liability-proofs.ts'
import { parseEntry } from './log-entries.ts'
import { type CheckedHead, checkLogProof, type KnownKeys, parseLogProof } from './log-proofs.ts'
import { type Manifest, parseManifest, parseNodes } from './manifests.ts'
import { parseVkey, type VerifierKey } from './signed-notes.ts'
import type { LiabilityAmounts, LiabilityKind } from './slips.ts'

export const PROOF_FILE_FORMAT = 'candor/liability-proof/v1'

export type ProofFile = {
  format: string
  /** The address that the slips are bound to: the member compares it with the own one. */
  email: string
  /** Cents by kind, at the journal number of the manifest. */
  amounts: Readonly<Record<LiabilityKind, string>>
  proof: LiabilityProofText
  /** The published nodes of the tree, in base64. */
  nodes: string
  /** The entry of the manifest in the log, as it is hashed. */
  entry: string
  /** The proof of that entry, with the checkpoint and its signatures. */
  logProof: string
  /** The keys of the log and of its witnesses, to compare with those stored elsewhere. */
  vkeys: string[]
  witnesses: string[]
}

export type ProofExpectation = KnownKeys & { email: string; amounts: LiabilityAmounts }

export type CheckedProof = { manifest: Manifest; checkpoint: CheckedHead; at: string }

/**
 * Checks a file from the member's slips up to the signed checkpoint, with what the member knows.
 * Throws what is wrong.
 */
export function checkProofFile(file: ProofFile, expected: ProofExpectation): CheckedProof {
  if (file.format !== PROOF_FILE_FORMAT) throw new Error('The file has another format.')

  const bytes = utf8ToBytes(file.entry)
  const checkpoint = checkLogProof(parseLogProof(file.logProof), bytes, expected)
  const entry = parseEntry(bytes)
  if (entry.kind !== 'liabilities') throw new Error('The entry of the log is no manifest.')

  const manifest = parseManifest(entry.body)
  const nodes = parseNodes(manifest, base64.decode(file.nodes))
  checkLiabilityProof(
    { manifest, nodes },
    parseLiabilityProof(file.proof),
    expected.email,
    expected.amounts,
  )

  return { manifest, checkpoint, at: entry.at }
}

/** Parses the keys that a file names; the reader decides whether they are the right ones. */
export const parseFileKeys = ({
  vkeys,
  witnesses,
}: Pick<ProofFile, 'vkeys' | 'witnesses'>): Record<'keys' | 'witnesses', VerifierKey[]> => ({
  keys: vkeys.map(parseVkey),
  witnesses: witnesses.map(parseVkey),
})

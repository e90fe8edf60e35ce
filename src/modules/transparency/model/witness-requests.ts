/** The requests and answers of witnesses (c2sp.org/tlog-witness). */
import { base64 } from '@scure/base'
import type { Hash } from './log-tree.ts'

/** The maximum number of hashes that a proof of consistency may have. */
const MAX_PROOF_LINES = 63

export type AddCheckpointRequest = { oldSize: number; proof: readonly Hash[]; note: string }

export const formatAddCheckpoint = ({ oldSize, proof, note }: AddCheckpointRequest): string =>
  `old ${oldSize}\n${proof.map((hash) => `${base64.encode(hash)}\n`).join('')}\n${note}`

/** Parses a request; null when it has another form. */
export function parseAddCheckpoint(body: string): AddCheckpointRequest | null {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n')
  const [, size] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  if (size === undefined || lines.length > MAX_PROOF_LINES) return null
  if (!lines.every((line) => /^[\w+/]{43}=$/.test(line))) return null

  try {
    const proof = lines.map((line) => base64.decode(line))
    return { oldSize: Number(size), proof, note: body.slice(end + 2) }
  } catch {
    return null
  }
}

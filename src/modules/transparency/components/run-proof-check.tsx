import { utf8ToBytes } from '@noble/hashes/utils.js'
import { CallError } from '#platform/client/call-error.ts'
import {
  type CheckedProof,
  checkLogProof,
  checkProofFile,
  type EntryBody,
  type LiabilityAmounts,
  OWED_KINDS,
  type ProofFile,
  parseEntry,
  parseFileKeys,
  parseLogProof,
  parseManifest,
  parseVkey,
} from '../model.ts'
import { transparencyCalls } from './calls.tsx'
import {
  assertSameLog,
  LOG_FINDINGS,
  observeLog,
  type SplitView,
  SplitViewError,
} from './observe-log.tsx'

/** The figures of the member's own entries, for the comparison with the proof. */
export type OwnLedger = {
  email: string
  /** Returns the amounts after a journal number, by the member's own entries. */
  sumEntries: (seq: bigint) => Omit<LiabilityAmounts, 'due'>
  /** The hashes of the chain's blocks that were recomputed. */
  chainHashes: ReadonlySet<string>
}

export type ProofStep = { what: string; verdict: 'ok' | 'review' | 'none'; evidence: string }

export type ProofCheck = {
  /** Null where there is no proof yet. */
  file: ProofFile | null
  included: bigint
  checked: CheckedProof | null
  /** Both checkpoints where the log isn't the one that this browser saw before. */
  split: SplitView | null
  witnesses: { count: number; of: number; at: Date | null }
  steps: ProofStep[]
}

const NO_PROOF: ProofCheck = {
  file: null,
  included: 0n,
  checked: null,
  split: null,
  witnesses: { count: 0, of: 0, at: null },
  steps: [],
}

/** Checks the newest proof of liabilities in the browser, down to the signed log. */
export async function runProofCheck(own: OwnLedger): Promise<ProofCheck> {
  const file = await readProofFile()
  if (!file) return NO_PROOF

  const checked = checkOwnProof(file, own)
  const compared = checked.proof && (await compareLog(file, checked.proof))
  const chained = compared && !compared.split ? await checkChainInLog(file, own) : null

  return {
    file,
    included: checked.included,
    checked: checked.proof,
    split: compared?.split ?? chained?.split ?? null,
    witnesses: countWitnesses(file, checked.proof),
    steps: [checked, compared, chained].flatMap((one) => (one ? [one.step] : [])),
  }
}

async function readProofFile(): Promise<ProofFile | null> {
  try {
    return (await transparencyCalls.liabilityProof.call({})).data
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

const getMessage = (error: unknown) =>
  error instanceof Error ? error.message : 'It can’t be checked.'

type OwnProof = { proof: CheckedProof | null; included: bigint; step: ProofStep }

function checkOwnProof(file: ProofFile, own: OwnLedger): OwnProof {
  const what = 'Your balances in the published total'
  if (file.email !== own.email) {
    const evidence =
      `This proof was made for ${file.email}, your email address at that time. Run the check ` +
      'again after the next daily proof.'
    return { proof: null, included: 0n, step: { what, verdict: 'none', evidence } }
  }

  try {
    const { seq } = parseManifest(parseEntry(utf8ToBytes(file.entry)).body)
    const amounts = { ...own.sumEntries(BigInt(seq)), due: BigInt(file.amounts.due) }
    const { email } = own
    const proof = checkProofFile(file, { email, amounts, ...parseFileKeys(file) })
    const slips = file.proof.slips.length
    const evidence = `${slips} parts, up to entry L-${seq}, as in your entries`

    return {
      proof,
      included: OWED_KINDS.reduce((sum, kind) => sum + amounts[kind], 0n),
      step: { what, verdict: 'ok', evidence },
    }
  } catch (error) {
    const evidence = getMessage(error)
    return {
      proof: null,
      included: 0n,
      step: { what, verdict: 'review', evidence },
    }
  }
}

/** Returns the step of a check that failed: a lost connection or a busy server is no finding. */
const toFailedStep = (what: string, error: unknown): ProofStep =>
  error instanceof CallError || error instanceof TypeError
    ? { what, verdict: 'none', evidence: UNREAD }
    : { what, verdict: 'review', evidence: getMessage(error) }

const UNREAD =
  'This couldn’t be read. Check your connection and run the check again. Nothing was found wrong.'

type LogStep = { step: ProofStep; split: SplitView | null }

/** Compares the log with what this browser remembers, and remembers it if it continues that. */
async function compareLog(file: ProofFile, { at }: CheckedProof): Promise<LogStep> {
  const what = 'Same log as at your last check'
  try {
    const { checkpoint: note } = parseLogProof(file.logProof)
    const { result, size, split } = await observeLog({ note, vkeys: file.vkeys, at })
    const verdict = split ? 'review' : 'ok'

    return { split, step: { what, verdict, evidence: LOG_FINDINGS[result](String(size)) } }
  } catch (error) {
    return { split: null, step: toFailedStep(what, error) }
  }
}

/** Checks that the log that this browser remembers contains the hash chain of the entries. */
async function checkChainInLog(file: ProofFile, own: OwnLedger): Promise<LogStep> {
  const what = 'Hash chain of your entries in the log'
  try {
    const { data } = await transparencyCalls.logEntry.call({ kind: 'ledger-head' })
    const bytes = utf8ToBytes(data.entry)
    const proof = parseLogProof(data.logProof)
    checkLogProof(proof, bytes, parseFileKeys(file))
    const { kind, body, at } = parseEntry(bytes)
    if (kind !== 'ledger-head') throw new Error('The entry of the log is no head of the ledger.')
    await assertSameLog({ note: proof.checkpoint, vkeys: file.vkeys, at })

    return { split: null, step: { what, ...findHead(body, own) } }
  } catch (error) {
    const split = error instanceof SplitViewError ? error.split : null
    return { split, step: toFailedStep(what, error) }
  }
}

const findHead = ({ block, seq, hash }: EntryBody, { chainHashes }: OwnLedger) =>
  chainHashes.has(String(hash))
    ? ({ verdict: 'ok', evidence: `block ${block}, to entry L-${seq}` } as const)
    : ({ verdict: 'none', evidence: `The log has block ${block}; run the check again.` } as const)

function countWitnesses(file: ProofFile, proof: CheckedProof | null) {
  const cosignatures = proof?.checkpoint.cosignatures ?? []
  const times = cosignatures.flatMap(({ at }) => (at ? [at.getTime()] : []))

  return {
    count: cosignatures.length,
    of: new Set(file.witnesses.map((vkey) => parseVkey(vkey).name)).size,
    at: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}

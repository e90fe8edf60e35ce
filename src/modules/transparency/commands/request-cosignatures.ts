import { HOUR_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { verifyAnySignature } from '../adapters/log-keys.ts'
import { sendCheckpoint, type WitnessReply } from '../adapters/witness-client.ts'
import { createTreeReader, openCheckpoint, parseVkey } from '../model.ts'
import { createTileReader, findCheckpoint, type StoredCheckpoint } from '../queries/log.ts'
import { listWitnesses, type WitnessState } from '../queries/witnesses.ts'
import { storeCosignatures, type WitnessOutcome } from '../steps/store-cosignatures.ts'

/** A log that doesn't grow is cosigned again after this time, so that its witnesses are current. */
const RENEW_MS = HOUR_MS

/**
 * Requests the cosignatures of all witnesses for the newest checkpoint, at once, and stores what
 * they answered together. Each request ends after some seconds.
 */
export async function requestCosignatures(app: App): Promise<void> {
  const checkpoint = await findCheckpoint(app.db)
  if (!checkpoint) return

  const now = app.clock.now()
  const due = (await listWitnesses(app, app.db)).filter(
    ({ size, problem, cosignedAt }) =>
      size !== checkpoint.size ||
      problem !== null ||
      now.getTime() - (cosignedAt?.getTime() ?? 0) >= RENEW_MS,
  )

  const outcomes = await Promise.all(
    due.map((witness) => requestCosignature(app, witness, checkpoint)),
  )
  const known = outcomes.filter((outcome) => outcome !== null)
  if (known.length > 0)
    await runInTransaction(app.db, async (tx) => {
      for (const outcome of known) await storeCosignatures(tx, outcome, now)
    })
}

/** Returns what became of a request; null if the witness knows a newer head of this log. */
async function requestCosignature(
  app: App,
  witness: WitnessState,
  checkpoint: StoredCheckpoint,
): Promise<WitnessOutcome | null> {
  const send = async (oldSize: number) => {
    const tree = createTreeReader(checkpoint.size, createTileReader(app.db))
    const proof = await tree.proveConsistency(oldSize)
    return await sendCheckpoint(witness.url, { oldSize, proof, note: checkpoint.note })
  }

  let reply = await send(Math.min(witness.size, checkpoint.size))
  if (reply.kind === 'size' && reply.size !== witness.size && reply.size <= checkpoint.size)
    reply = await send(reply.size)
  // Another run has sent a newer head meanwhile, and stores the answer.
  if (reply.kind === 'size' && reply.size > checkpoint.size) {
    const newest = await findCheckpoint(app.db)
    if (newest && reply.size <= newest.size) return null
  }

  return readReply(witness, checkpoint, reply)
}

function readReply(
  { name, vkeys }: WitnessState,
  { size, note }: StoredCheckpoint,
  reply: WitnessReply,
): WitnessOutcome {
  const fail = (kind: 'silent' | 'refused' | 'fork', detail: string): WitnessOutcome => ({
    name,
    size,
    signatures: [],
    problem: { kind, detail },
  })
  if (reply.kind === 'size')
    return fail('fork', `It knows ${reply.size} entries of the log, which are not these.`)
  if (reply.kind !== 'cosigned') return fail(reply.kind, reply.detail)

  try {
    const { text } = openCheckpoint(note, [])
    const keys = vkeys.map(parseVkey)
    const { signatures } = openCheckpoint(`${text}\n${reply.lines}`, keys, verifyAnySignature)
    return signatures.length > 0
      ? { name, size, signatures, problem: null }
      : fail('refused', 'Its answer has no signature of the configured key.')
  } catch (error) {
    return fail('refused', error instanceof Error ? error.message : 'Its answer is no signature.')
  }
}

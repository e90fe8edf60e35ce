import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '../app.ts'
import { OutcomeUnknown } from '../db/connection-errors.ts'
import type { Tx } from '../db/db.ts'
import { joinTransaction } from '../db/join.ts'
import { runAcrossCollisions } from '../db/transaction.ts'
import { bufferEvents } from '../events/held-events.ts'

/** An answer as it was sent, ready to be repeated byte for byte. */
export type WrittenAnswer = { status: number; text: string }

type Call = { actor: string; call: string; key: string; inputHash: string }
type StoredAnswer = { input_hash: string; status: number; answer: string }
type Claim = { held: boolean } & (StoredAnswer | { input_hash: null })
type Outcome = WrittenAnswer & { replayed: boolean }

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

/**
 * Returns the key of a money call. Throws 400 unless it is printable ASCII of 1 to 255 characters.
 */
export function getIdempotencyKey(headers: Headers): string {
  const key = headers.get('idempotency-key')
  if (key === null)
    throw new DomainError(
      'idempotency_key_required',
      400,
      'This call needs an Idempotency-Key header: any text of your own, a new one for each new ' +
        'request, so that repeating a request changes nothing twice.',
    )

  if (!KEY_FORM.test(key))
    throw new DomainError(
      'idempotency_key_invalid',
      400,
      'An Idempotency-Key has 1 to 255 printable characters.',
    )

  return key
}

const hashFile = async (file: Blob) =>
  createHash('sha256')
    .update(await file.bytes())
    .digest('hex')

async function toCanonical(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { file: await hashFile(value), type: value.type }
  if (Array.isArray(value)) return Promise.all(value.map(toCanonical))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(entries.map(async ([key, item]) => [key, await toCanonical(item)]))
}

/** Returns one hash for the same fields in any order, files by their content. */
export const hashInput = async (input: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(await toCanonical(input)))
    .digest('hex')

/**
 * Runs a call that moves money so that one key has one effect.
 *
 * The call runs in one database transaction that also stores its answer. After a crash either both
 * exist or neither does, so a repetition never moves money twice. The transaction holds an advisory
 * lock on the key, which PostgreSQL releases when the server dies; a second call during that time
 * gets a 409 at once. The same key with other input is a 422. A rejection by the call itself (an
 * expired quote, insufficient funds) is stored as well, and its changes are rolled back to a
 * savepoint. Statuses that are no outcome (400, 401, 403, 409 busy, 429 and every 5xx) are not
 * stored. After a collision with another transaction, or on a connection that broke before the
 * COMMIT was sent, the whole call runs again: `run` must do nothing outside its `app.db`. Events
 * are sent after the commit, also after one whose outcome is unknown.
 */
export async function withIdempotency(
  app: App,
  call: Call,
  run: (app: App) => Promise<WrittenAnswer>,
  refused: (error: unknown) => WrittenAnswer | null,
): Promise<Outcome> {
  const events = bufferEvents(app.events)
  const runOnce = async (tx: Tx): Promise<Outcome> => {
    events.discard()
    const stored = await claim(tx, call)
    if (stored) return await replay(tx, stored, call)

    await sql`savepoint money_call`.execute(tx)

    const joined = joinTransaction(tx)
    const answer = await runAttempt(
      tx,
      async () => {
        const written = await run({ ...app, db: joined.db, events })
        invariant(!joined.hasFailed(), 'a call does not continue after its transaction failed')
        return written
      },
      refused,
      events.discard,
    )

    await storeAnswer(tx, app, call, answer)

    return { ...answer, replayed: false }
  }

  try {
    const outcome = await runAcrossCollisions(app.db, runOnce)
    events.release()
    return outcome
  } catch (error) {
    if (error instanceof OutcomeUnknown) events.release()
    throw error
  }
}

async function claim(tx: Tx, { actor, call, key }: Call): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<Claim>`
    select held, input_hash, status, answer
    from claim_idempotency_key(${actor}, ${call}, ${key})`.execute(tx)
  const [claimed] = rows

  if (!claimed?.held)
    throw new DomainError(
      'in_progress',
      409,
      'The first request with this Idempotency-Key is still running.',
    )

  return claimed.input_hash === null ? undefined : claimed
}

/**
 * Repeats the stored answer. Its first COMMIT may have ended without waiting for a standby; the
 * message in the write-ahead log makes this one wait, so that what is acknowledged is replicated.
 */
async function replay(tx: Tx, stored: StoredAnswer, call: Call): Promise<Outcome> {
  if (stored.input_hash !== call.inputHash)
    throw new DomainError(
      'idempotency_key_reused',
      422,
      'This Idempotency-Key was used with another request. Nothing was changed; use a new ' +
        'key for a new request.',
    )

  await sql`select pg_logical_emit_message(true, 'candor', '')`.execute(tx)

  return { status: stored.status, text: stored.answer, replayed: true }
}

async function runAttempt(
  tx: Tx,
  run: () => Promise<WrittenAnswer>,
  refused: (error: unknown) => WrittenAnswer | null,
  forgetEvents: () => void,
): Promise<WrittenAnswer> {
  try {
    return await run()
  } catch (error) {
    const answer = refused(error)
    if (!answer) throw error
    await sql`rollback to savepoint money_call`.execute(tx)
    forgetEvents()
    return answer
  }
}

async function storeAnswer(tx: Tx, app: App, call: Call, answer: WrittenAnswer) {
  const written = await sql`
    insert into idempotency (actor, call, key, input_hash, status, answer, answered_at)
    values (${call.actor}, ${call.call}, ${call.key}, ${call.inputHash}, ${answer.status},
    ${answer.text},
      ${app.clock.now()})`.execute(tx)

  invariant(written.numAffectedRows === 1n, 'a money call stores exactly one answer')
}

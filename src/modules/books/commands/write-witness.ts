import { type Selectable, sql } from 'kysely'
import { type Day, dayOf } from '#lib/dates.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { systemActor } from '#modules/audit/model.ts'
import { findChainHead } from '#modules/audit/queries.ts'
import { recipientOf } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { findSealHead } from '#modules/ledger/queries.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Witness, witnessOf, witnessText } from '../model.ts'
import { listWitnesses, toWitness } from '../queries.ts'
import type { BooksTables } from '../tables.ts'

/**
 * Tells today's heads of the journal's chain and of the record of acts outside the database, once a
 * day: as a file and by mail to all of the staff. The file comes first and is never written anew:
 * what was told once holds, also when the database forgot it.
 */
export async function writeWitness(app: App): Promise<Witness | null> {
  return await inTransaction(app.db, async (tx) => {
    const day = dayOf(app.clock.now())
    const [told] = await listWitnesses(tx, { day })
    if (told) return told

    const written = await readWitness(app, day)
    const head = await findSealHead(tx)
    const block = written?.block ?? head?.block
    if (block === undefined) return null

    const acts = await findChainHead(tx)
    const place = written ? (written.acts?.place ?? null) : acts.place
    const witness = await noted(tx, day, { block, place }, app.clock.now())
    if (!witness || (written && !sameHeads(written, witness))) throw differs(day, block)

    if (!written)
      await app.witnesses.write(fileOf(day), new TextEncoder().encode(witnessText(witness)))

    for (const admin of await listStaffAtWork(tx))
      await notify(tx, app, recipientOf(admin), 'books-witness', {
        ...witness,
        acts: witness.acts?.place ?? null,
        actsHash: witness.acts?.hash ?? null,
        toldAt: witness.toldAt.toISOString(),
      })

    await record(tx, app.clock.now(), systemActor, 'books.witnessed', `block_${witness.block}`, {
      hash: witness.hash,
    })

    return witness
  })
}

const fileOf = (day: string) => `${day.replaceAll('-', '_')}`

async function readWitness(app: App, day: string): Promise<Witness | null> {
  const content = await app.witnesses.read(fileOf(day)).catch(() => null)
  return content && witnessOf(new TextDecoder().decode(content))
}

type Heads = { block: bigint; place: bigint | null }

/**
 * The day's witness as the database itself has block and place; undefined when it has no block of
 * this number.
 */
async function noted(
  tx: Tx,
  day: Day,
  { block, place }: Heads,
  at: Date,
): Promise<Witness | undefined> {
  const { rows } = await sql<Selectable<BooksTables['books_witness']>>`
    select * from note_witness(${day}, ${block}, ${at}, ${place})`.execute(tx)
  return rows[0] && toWitness(rows[0])
}

const sameHeads = (one: Witness, other: Witness) =>
  one.hash === other.hash && one.acts?.hash === other.acts?.hash

/**
 * A file of today tells of a block that the database doesn't have, or has otherwise: after a
 * restore, or worse.
 */
const differs = (day: Day, block: bigint) =>
  new Error(
    `The witness of ${day} tells of block ${block}, and the books have another: run npm run verify`,
  )

import { dayOf } from '#lib/dates.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { systemActor } from '#modules/audit/model.ts'
import { recipientOf } from '#modules/identity/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { findSealHead } from '#modules/ledger/queries.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Witness, witnessOf, witnessText } from '../model.ts'
import { listWitnesses, owedAt } from '../queries.ts'
import type { BooksTables } from '../tables.ts'

/**
 * Tells today's head of the chain outside the database, once a day: as a file and by mail to all of the staff. The file
 * comes first and is never written anew: what was told once holds, also when the database forgot it.
 */
export async function writeWitness(app: App): Promise<Witness | null> {
  return await inTransaction(app.db, async (tx) => {
    const day = dayOf(app.clock.now())
    const [told] = await listWitnesses(tx, { day })
    if (told) return told
    const head = await headAsWitness(app, tx)
    const witness = (await readWitness(app, day)) ?? head
    if (!witness) return null
    await app.witnesses.write(fileOf(day), new TextEncoder().encode(witnessText(witness)))
    await keep(tx, witness)
    for (const admin of await listStaff(tx))
      await notify(tx, app, recipientOf(admin), 'books-witness', {
        ...witness,
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

async function headAsWitness(app: App, tx: Tx): Promise<Witness | null> {
  const head = await findSealHead(tx)
  if (!head) return null
  const toldAt = app.clock.now()
  return { day: dayOf(toldAt), ...head, owed: await owedAt(tx, head.seq), toldAt }
}

async function keep(tx: Tx, { day, block, seq, hash, owed, toldAt }: Witness) {
  await tx
    .withTables<BooksTables>()
    .insertInto('books_witness')
    .values({ day, block, seq, hash, owed, told_at: toldAt })
    .execute()
}

import { type Selectable, sql } from 'kysely'
import { type Day, toUtcDay } from '#lib/dates.ts'
import { systemActor } from '#modules/audit/model.ts'
import { findChainHead } from '#modules/audit/queries.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { FileMissing } from '#platform/files/files.ts'
import { formatAnchor, type LedgerAnchor, parseAnchor } from '../model.ts'
import { listAnchors, toAnchor } from '../queries.ts'
import type { IntegrityTables } from '../tables.ts'

/**
 * Publishes today's heads of the journal's chain and of the audit log outside the database, once
 * a day: as a file and by mail to all staff. The file is written first and never overwritten, so
 * an anchor is valid even when the database lost its row.
 */
export async function writeAnchor(app: App): Promise<LedgerAnchor | null> {
  return await runInTransaction(app.db, async (tx) => {
    const day = toUtcDay(app.clock.now())
    const [existingAnchor] = await listAnchors(tx, { day })
    if (existingAnchor) return existingAnchor

    const written = await readAnchor(app, day)
    const head = await findJournalHead(tx)
    const block = written?.block ?? head?.block
    if (block === undefined) return null

    const auditLogHead = await findChainHead(tx)
    const place = written ? (written.auditHead?.place ?? null) : auditLogHead.place
    const anchor = await insertAnchor(tx, day, { block, place }, app.clock.now())
    if (!anchor || (written && !hasSameHeads(written, anchor)))
      throw createMismatchError(day, block)

    if (!written)
      await app.anchors.write(formatFileKey(day), new TextEncoder().encode(formatAnchor(anchor)))

    for (const admin of await listStaffAtWork(tx))
      await notify(tx, app, toRecipient(admin), 'ledger-anchor', {
        day: anchor.day,
        block: anchor.block,
        seq: anchor.seq,
        hash: anchor.hash,
        owed: anchor.owed,
        auditHead: anchor.auditHead,
      })

    await record(tx, app.clock.now(), systemActor, 'ledger.anchored', `block_${anchor.block}`, {
      hash: anchor.hash,
    })

    return anchor
  })
}

const formatFileKey = (day: string) => `${day.replaceAll('-', '_')}`

async function readAnchor(app: App, day: string): Promise<LedgerAnchor | null> {
  const content = await app.anchors.read(formatFileKey(day)).catch((error: unknown) => {
    if (error instanceof FileMissing) return null
    throw error
  })
  return content && parseAnchor(new TextDecoder().decode(content))
}

type Heads = { block: bigint; place: bigint | null }

/**
 * Inserts the anchor of a date with the database's own values of a block and a place; undefined
 * when the block does not exist.
 */
async function insertAnchor(
  tx: Tx,
  day: Day,
  { block, place }: Heads,
  at: Date,
): Promise<LedgerAnchor | undefined> {
  const { rows } = await sql<Selectable<IntegrityTables['anchor']>>`
    select * from record_anchor(${day}, ${block}, ${at}, ${place})`.execute(tx)
  return rows[0] && toAnchor(rows[0])
}

const hasSameHeads = (left: LedgerAnchor, right: LedgerAnchor) =>
  left.hash === right.hash && left.auditHead?.hash === right.auditHead?.hash

/**
 * Creates the error for a file that names a block which the database lacks or has with other
 * content, for example after a restore.
 */
const createMismatchError = (day: Day, block: bigint) =>
  new Error(
    `The anchor of ${day} names block ${block}, but the ledger has another one: run npm run verify`,
  )

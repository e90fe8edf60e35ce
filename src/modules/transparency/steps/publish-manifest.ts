import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import { getHistoricalTrialBalance } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type EntryBody, formatCanonicalJson, type LiabilityKind } from '../model.ts'
import type { LiabilityEpoch } from '../queries/liabilities.ts'
import type { TransparencyTables } from '../tables.ts'
import { appendEntries, lockLog } from './append-entries.ts'
import { signLog } from './sign-log.ts'

/** The proofs whose accounts and trees are stored: this one and the one before. */
const STORED_EPOCHS = 2

/** The kind that each type of member accounts is published as. */
const KINDS_BY_TYPE: Readonly<Record<string, LiabilityKind>> = {
  member_cash: 'cash',
  member_principal: 'invested',
  member_profit: 'profit',
  member_hold_cash: 'pending',
  member_hold_profit: 'pending',
}

/**
 * Puts the manifest into the log, which publishes the proof, and deletes what is stored of old ones
 * and of members whose account was closed meanwhile. Throws, and publishes nothing, unless each
 * total is that of the journal at its number.
 */
export async function publishManifest(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  epoch: LiabilityEpoch,
  manifest: EntryBody & { totals: Readonly<Record<LiabilityKind, string>> },
): Promise<void> {
  await assertJournalTotals(tx, epoch, manifest.totals)

  const now = app.clock.now()
  await lockLog(tx)
  const position = await appendEntries(tx, [
    { kind: 'liabilities', subject: epoch.day, at: now.toISOString(), body: manifest },
  ])
  await signLog(tx, app)

  const tables = tx.withTables<TransparencyTables>()
  await tables
    .updateTable('liability_epoch')
    .set({
      manifest: formatCanonicalJson(manifest),
      position: BigInt(position),
      published_at: now,
    })
    .where('id', '=', epoch.id)
    .execute()
  await deleteOldEpochs(tx)
  await eraseClosedMembers(tx)
}

async function assertJournalTotals(
  tx: Tx,
  { day, seq }: LiabilityEpoch,
  totals: Readonly<Record<LiabilityKind, string>>,
) {
  const sums = new Map<LiabilityKind, bigint>()
  for (const { accountType, balance } of await getHistoricalTrialBalance(tx, seq)) {
    const kind = KINDS_BY_TYPE[accountType ?? '']
    if (kind) sums.set(kind, (sums.get(kind) ?? 0n) + balance)
  }

  for (const kind of new Set(Object.values(KINDS_BY_TYPE)))
    invariant(
      totals[kind] === String(sums.get(kind) ?? 0n),
      `the proof of ${day} has ${totals[kind]} cents of ${kind}, as the journal at ${seq} ` +
        `(${sums.get(kind) ?? 0n})`,
    )
}

async function deleteOldEpochs(tx: Tx) {
  const tables = tx.withTables<TransparencyTables>()
  for (const name of ['liability_account', 'liability_tile'] as const)
    await tables
      .deleteFrom(name)
      .where('epoch_id', 'not in', (query) =>
        query
          .selectFrom('liability_epoch')
          .select('id')
          .orderBy('day', 'desc')
          .limit(STORED_EPOCHS),
      )
      .execute()
}

/** Erases the amounts that the closing of an account left to a proof that was being made. */
async function eraseClosedMembers(tx: Tx) {
  await sql`
    delete from liability_account a using member m where m.id = a.member_id and m.status = 'closed'
  `.execute(tx)
}

import { DAY_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import { assertOwnPassword } from '#modules/identity/steps/assert-own-password.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { MAX_DATA_EXPORTS_PER_DAY } from '../model.ts'
import { PARTS } from '../queries/data-export-parts.ts'
import { type DataExport, getDataExport } from '../queries/data-exports.ts'
import type { PortfolioTables } from '../tables.ts'

/**
 * Requests a member's data export; a job builds the file and a mail says when it is ready. Throws
 * `password_wrong` (422), `data_export_waiting` (409) while one is being built, and
 * `too_many_data_exports` (429) for a third within 24 hours.
 */
export async function requestDataExport(
  app: App,
  member: Member,
  input: { password: string },
): Promise<DataExport> {
  await assertOwnPassword(app, member, input.password)
  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    await lockMemberMoney(tx, member.id)
    await assertMayAsk(tx, member.id, now)

    const id = createId('dos')
    await tx
      .withTables<PortfolioTables>()
      .insertInto('data_export')
      .values({
        id,
        member_id: member.id,
        status: 'waiting',
        done_parts: 0,
        all_parts: PARTS.length,
        requested_at: now,
        ready_at: null,
        expires_at: null,
        bytes: null,
        sha256: null,
      })
      .execute()

    await app.jobs.enqueue(tx, 'portfolio-build-data-export', { id })
    await record(tx, now, member, 'data-export.requested', id)

    return await getDataExport(tx, member.id, id)
  })
}

async function assertMayAsk(tx: Tx, memberId: string, now: Date) {
  const rows = await tx
    .withTables<PortfolioTables>()
    .selectFrom('data_export')
    .select(['status', 'requested_at'])
    .where('member_id', '=', memberId)
    .where((is) =>
      is.or([
        is('status', '=', 'waiting'),
        is('requested_at', '>', new Date(now.getTime() - DAY_MS)),
      ]),
    )
    .execute()

  if (rows.some(({ status }) => status === 'waiting'))
    throw new DomainError('data_export_waiting', 409, 'Your data export is already in progress.')

  if (rows.length >= MAX_DATA_EXPORTS_PER_DAY)
    throw new DomainError(
      'too_many_data_exports',
      429,
      `You can request your data ${MAX_DATA_EXPORTS_PER_DAY} times in 24 hours. Please try ` +
        'again later.',
    )
}

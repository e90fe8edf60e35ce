import type { TestDatabase } from './database.ts'
import { listIntegrityProblems } from './integrity-problems.ts'
import { startKillable } from './killable-process.ts'

/** Sums the result of settling by plan and day: two installations that began alike end alike. */
export async function summariseOutcome(database: TestDatabase): Promise<string> {
  const queryRows = async (text: string) => (await database.owner.query(text)).rows
  return JSON.stringify({
    problems: await listIntegrityProblems(database),
    days: await queryRows(
      'select count(*), min(day)::text, max(day)::text, count(ended_at) as ended from settled_day',
    ),
    positions: await queryRows(`select p.name, o.origin, o.status, o.opened_on::text, o.at_maturity,
        count(*),
        sum(principal_cents) as principal, sum(return_due) as due
      from position o join plan p on p.id = o.plan_id group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4,
      5`),
    paid: await queryRows(`select p.name, d.on_day::text, d.funded_cents, d.due_cents, (select
      sum(cents) from payout where distribution_id = d.id) as paid
      from distribution d join plan p on p.id = d.plan_id order by 1, 2`),
    totals: await queryRows(
      'select p.name, r.day::text, r.positions, r.principal, r.accrued, r.due from ' +
        'accrual_run r join plan p on p.id = r.plan_id order by 1, 2',
    ),
    mails: await queryRows("select count(*) from outbox where template = 'position-matured'"),
    notified: await queryRows(`select p.name, d.on_day::text, m.count, m.paid, m.notifications from
      distribution
      d join plan p on p.id = d.plan_id
      cross join lateral (select count(*), sum((o.data -> 'paid' ->> '$bigint')::bigint) as paid,
        (select count(*) from notification n where n.template = o.template and n.data ->>
        'distributionId' = d.id) as notifications
        from outbox o where o.template = 'return-paid' and o.data ->> 'distributionId' = d.id
        group by o.template) m order by 1, 2`),
    rows: await queryRows(
      'select transfer_type, count(*), sum(amount) from ledger.journal group by 1 order by 1',
    ),
  })
}

/** Starts a process of its own that settles up to a day. */
export const settlingProcess = (database: TestDatabase, today: string) =>
  startKillable(database, ['settle-in-process.ts', today])

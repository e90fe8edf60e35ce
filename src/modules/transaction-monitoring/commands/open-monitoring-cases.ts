import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { Facts, MonitoringRule } from '../model.ts'
import type { MonitoringTables } from '../tables.ts'

/** Changes evaluated in one transaction; a run that is killed repeats at most these. */
export const CHANGE_BATCH = 100
/** Cases inserted by one statement. */
const INSERT_BATCH = 500

/** A change of one member, or of the rules where `member_id` is null. */
type Change = { member_id: string | null; coin: string | null; address: string | null }
type Finding = { rule: MonitoringRule; member_id: string; subject_id: string; facts: Facts }

/**
 * Opens a case for each finding about the transactions to be decided whose member changed since the
 * last run, or all of them where the rules changed. Two processes share the changes. Each batch is
 * a transaction of its own, which puts its changes back if it fails.
 */
export async function openMonitoringCases(app: App): Promise<void> {
  for (;;) {
    const { isLast, opened } = await runInTransaction(app.db, async (tx) => {
      const taken = await takeChanges(tx)
      const newRules = taken.some(({ member_id: member }) => member === null)
      if (newRules) await sql`select queue_open_transactions()`.execute(tx)

      return {
        isLast: taken.length < CHANGE_BATCH && !newRules,
        opened: await openCases(tx, app, await listDue(tx, taken)),
      }
    })

    if (opened > 0) app.events.publish(STAFF, 'monitoring')
    if (isLast) return
  }
}

const takeChanges = async (tx: Tx): Promise<Change[]> =>
  (await sql<Change>`select * from take_monitoring_changes(${CHANGE_BATCH})`.execute(tx)).rows

async function listDue(tx: Tx, changes: readonly Change[]): Promise<Finding[]> {
  const members = [...new Set(changes.flatMap(({ member_id: id }) => id ?? []))]
  if (members.length === 0) return []

  const addresses = changes.filter(({ address }) => address !== null)
  const { rows } = await sql<Finding>`
    select * from list_due_findings(
      ${members}::text[],
      ${addresses.map(({ coin }) => coin)}::text[],
      ${addresses.map(({ address }) => address)}::text[])
  `.execute(tx)

  return rows
}

/** Opens the cases, and returns how many. */
async function openCases(tx: Tx, app: App, findings: readonly Finding[]): Promise<number> {
  const now = app.clock.now()
  let opened = 0

  for (let from = 0; from < findings.length; from += INSERT_BATCH) {
    const rows = await tx
      .withTables<MonitoringTables>()
      .insertInto('monitoring_case')
      .values(
        findings.slice(from, from + INSERT_BATCH).map(({ facts, ...finding }) => ({
          ...finding,
          id: createId('mon'),
          facts: toJsonText(facts) as never,
          opened_at: now,
          status: 'open' as const,
        })),
      )
      .onConflict((conflict) => conflict.columns(['subject_id', 'rule']).doNothing())
      .returning(['id', 'rule', 'member_id', 'subject_id'])
      .execute()

    for (const { id, rule, member_id: memberId, subject_id: transaction } of rows)
      await record(tx, now, systemActor, 'monitoring.case-opened', id, {
        rule,
        memberId,
        transaction,
      })

    opened += rows.length
  }

  return opened
}

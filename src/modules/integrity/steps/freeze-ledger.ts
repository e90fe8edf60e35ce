import { sql } from 'kysely'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { describeProblem, INVARIANTS, isBlockingProblem, type Problem } from '../model.ts'

const MAX_REPORTED_PROBLEMS = 20

/**
 * Stops all posting until two admins unfreeze the ledger, and notifies the admins who may propose
 * that. While the ledger is frozen, no second freeze is recorded.
 */
export async function freezeLedger(app: App, tx: Tx, problems: readonly Problem[]): Promise<void> {
  if (await findFreeze(tx)) return

  const now = app.clock.now()
  const broken = problems.filter(isBlockingProblem)
  const rules = [
    ...new Set(broken.map(({ invariant }) => `${INVARIANTS[invariant]} (${invariant})`)),
  ]
  const because = `Broken: ${rules.join('; ')}.`

  await sql`select ledger.freeze_ledger(${because}, ${now})`.execute(tx)
  await record(tx, now, systemActor, 'ledger.frozen', 'ledger', {
    because,
    problems: broken.slice(0, MAX_REPORTED_PROBLEMS),
  })

  const owners = (await listStaffAtWork(tx)).filter(({ role }) =>
    getPermittedRoles('ledger.unfreeze').includes(role),
  )
  const reportedProblems = broken.slice(0, MAX_REPORTED_PROBLEMS).map(describeProblem)

  for (const owner of owners)
    await notify(tx, app, toRecipient(owner), 'ledger-frozen', {
      because,
      problems: reportedProblems,
    })
}

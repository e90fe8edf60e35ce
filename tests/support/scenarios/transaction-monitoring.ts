import { addCaseNote } from '#modules/transaction-monitoring/commands/add-case-note.ts'
import { markSuspicious } from '#modules/transaction-monitoring/commands/mark-suspicious.ts'
import { openMonitoringCases } from '#modules/transaction-monitoring/commands/open-monitoring-cases.ts'
import { proposeClearance } from '#modules/transaction-monitoring/commands/propose-clearance.ts'
import { queueTransactions } from '#modules/transaction-monitoring/commands/queue-transactions.ts'
import {
  createTestMonitoringCase,
  requestMonitoredWithdrawal,
  setMonitoringRules,
} from '#modules/transaction-monitoring/testing.ts'
import { makeVerified } from '#modules/verification/testing.ts'
import type { App } from '#platform/app.ts'
import { approving, type Scenario } from '../scenario.ts'

const reason = 'The sale of a flat, by the contract.'

/** A case whose rule is off again, so that it finds nothing of other scenarios. */
async function createHeldCase(app: App) {
  const made = await createTestMonitoringCase(app)
  await setMonitoringRules(app, {})

  return made
}

export const scenarios: Scenario[] = [
  {
    command: 'transaction-monitoring/open-monitoring-cases',
    prepare: async ({ app, owner }) => {
      const { member } = await requestMonitoredWithdrawal(app)
      await makeVerified(app, member.id, 'basic')
      await owner.query("update member set last_name = 'Other' where id = $1", [member.id])
      await setMonitoringRules(app, { nameMismatch: 'on' }) // it finds no member of other scenarios
      // one change: preparations of other scenarios queued theirs
      await owner.query('delete from monitoring_change')
      await owner.query('insert into monitoring_change (member_id) values ($1)', [member.id])

      return { run: openMonitoringCases }
    },
    finish: ({ app }) => setMonitoringRules(app, {}),
  },
  {
    command: 'transaction-monitoring/queue-transactions',
    repeatable: true,
    prepare: async ({ app, owner }) => {
      // the same transactions in each preparation, since all that are open are queued
      const { rowCount } = await owner.query(
        "select from withdrawal where status = 'pending' limit 1",
      )
      if (rowCount === 0) await requestMonitoredWithdrawal(app)
      await setMonitoringRules(app, {})
      await openMonitoringCases(app)

      return { run: queueTransactions }
    },
    finish: ({ app }) => openMonitoringCases(app),
  },
  {
    command: 'transaction-monitoring/add-case-note',
    prepare: async ({ app, ines }) => {
      const { found } = await createHeldCase(app)
      return { run: (on) => addCaseNote(on, ines, { caseId: found.id, content: reason }) }
    },
  },
  {
    command: 'transaction-monitoring/mark-suspicious',
    prepare: async ({ app, ines }) => {
      const { found } = await createHeldCase(app)
      return { run: (on) => markSuspicious(on, ines, { caseId: found.id, reason }) }
    },
  },
  {
    command: 'transaction-monitoring/propose-clearance',
    prepare: async ({ app, ines }) => {
      const { found } = await createHeldCase(app)
      return { run: (on) => proposeClearance(on, ines, { caseId: found.id, reason }) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the clearance of a transaction',
    decides: 'monitoring.clear',
    prepare: async ({ app, ines, ruth }) => {
      const { found } = await createHeldCase(app)
      return approving(ruth, await proposeClearance(app, ines, { caseId: found.id, reason }))
    },
  },
]

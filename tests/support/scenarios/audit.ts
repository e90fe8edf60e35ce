import { chainAuditEvents } from '#modules/audit/commands/chain-audit-events.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { another, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'audit/chain-audit-events',
    prepare: async ({ app, ruth }) => {
      await chainAuditEvents(app)

      const subject = another('pln')
      await app.db
        .transaction()
        .execute((tx) => record(tx, app.clock.now(), ruth, 'plan.published', subject))

      return { run: chainAuditEvents }
    },
  },
]

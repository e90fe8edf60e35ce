import { record } from '#modules/audit/acts/record-act.ts'
import { chainAuditEvents } from '#modules/audit/commands/link-acts.ts'
import { another, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'audit/link-acts',
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

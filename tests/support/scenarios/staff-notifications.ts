import { chooseStaffNotifications } from '#modules/backoffice/commands/choose-staff-notifications.ts'
import { notifyStaff } from '#modules/backoffice/commands/notify-staff.ts'
import { sendStaffSummary } from '#modules/backoffice/commands/send-staff-summary.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

async function createPending({ app, planId }: ScenarioContext): Promise<void> {
  const { member } = await createTestMember(app)
  await createPendingDeposit(app, member, { planId, amount: '1500' })
}

export const scenarios: Scenario[] = [
  {
    command: 'backoffice/notify-staff',
    prepare: async (context) => {
      await notifyStaff(context.app)
      await createPending(context)
      return { run: (on) => notifyStaff(on) }
    },
  },
  {
    command: 'backoffice/send-staff-summary',
    prepare: async (context) => {
      const { app, ines, owner } = context
      await createPending(context)
      await chooseStaffNotifications(app, ines, { event: 'deposit', delivery: 'daily' })
      await owner.query('update staff_notification_progress set summary_on = null')
      return { run: (on) => sendStaffSummary(on) }
    },
  },
  {
    command: 'backoffice/choose-staff-notifications',
    prepare: async ({ app }) => {
      const { admin } = await createTestAdmin(app, { role: 'finance' })
      return {
        run: (on) => chooseStaffNotifications(on, admin, { event: 'approval', delivery: 'off' }),
      }
    },
  },
]

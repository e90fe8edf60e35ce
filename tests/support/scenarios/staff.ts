import { changeRole } from '#modules/identity/commands/change-role.ts'
import { endStaffSessions } from '#modules/identity/commands/end-staff-sessions.ts'
import { inviteStaff } from '#modules/identity/commands/invite-staff.ts'
import { reinstateStaff } from '#modules/identity/commands/reinstate-staff.ts'
import { suspendStaff } from '#modules/identity/commands/suspend-staff.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { another, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'identity/invite-staff',
    prepare: async ({ ruth }) => {
      const email = `${another('invited')}@example.com`
      const input = { firstName: 'Noor', lastName: 'Haddad', email, role: 'support' } as const
      return { run: (on) => inviteStaff(on, ruth, input) }
    },
  },
  {
    command: 'identity/change-role',
    prepare: async ({ app, ruth }) => {
      const { admin } = await anAdmin(app, { role: 'viewer' })
      return { run: (on) => changeRole(on, ruth, { staffId: admin.id, role: 'finance' }) }
    },
  },
  {
    command: 'identity/suspend-staff',
    prepare: async ({ app, ruth }) => {
      const { admin } = await anAdmin(app, { role: 'support' })
      return { run: (on) => suspendStaff(on, ruth, { staffId: admin.id, reason: 'Left the firm.' }) }
    },
  },
  {
    command: 'identity/reinstate-staff',
    prepare: async ({ app, ruth }) => {
      const { admin } = await anAdmin(app, { role: 'support' })
      await suspendStaff(app, ruth, { staffId: admin.id, reason: 'On leave.' })
      return { run: (on) => reinstateStaff(on, ruth, admin.id) }
    },
  },
  {
    command: 'identity/end-staff-sessions',
    prepare: async ({ app, ruth }) => {
      const { admin } = await anAdmin(app, { role: 'support' })
      return { run: (on) => endStaffSessions(on, ruth, admin.id) }
    },
  },
]

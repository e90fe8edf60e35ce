import { invariant } from '#lib/invariant.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { addTestSoftwareKey } from '#modules/approvals/testing.ts'
import { carryOutStaffResets } from '#modules/identity/commands/carry-out-staff-resets.ts'
import { changeRole } from '#modules/identity/commands/change-role.ts'
import { endMemberSessions } from '#modules/identity/commands/end-member-sessions.ts'
import { endStaffSessions } from '#modules/identity/commands/end-staff-sessions.ts'
import { inviteStaff } from '#modules/identity/commands/invite-staff.ts'
import { proposeMoneyRole } from '#modules/identity/commands/propose-money-role.ts'
import { reinstateStaff } from '#modules/identity/commands/reinstate-staff.ts'
import { reportCompromise } from '#modules/identity/commands/report-compromise.ts'
import { resetAdmin } from '#modules/identity/commands/reset-admin.ts'
import { resetStaffFactor } from '#modules/identity/commands/reset-staff-factor.ts'
import { stopStaffReset } from '#modules/identity/commands/stop-staff-reset.ts'
import { suspendStaff } from '#modules/identity/commands/suspend-staff.ts'
import { STAFF_RESET_WAIT_MS } from '#modules/identity/model/factor-limits.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listStaffLines } from '#modules/identity/queries.ts'
import { createPersonCompromiseLink } from '#modules/identity/steps/create-compromise-link.ts'
import { deleteFactors } from '#modules/identity/steps/delete-factors.ts'
import { stopReset } from '#modules/identity/steps/delete-staff-factors.ts'
import { endResetLinks } from '#modules/identity/steps/end-links.ts'
import { endSessions } from '#modules/identity/steps/end-sessions.ts'
import { scheduleStaffReset } from '#modules/identity/steps/schedule-staff-reset.ts'
import { sendResetLink } from '#modules/identity/steps/send-reset-link.ts'
import {
  addTestAuthenticator,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  openTestSession,
} from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import type { TestApp } from '../app.ts'
import { another, approving, asLive, type Scenario, type ScenarioContext } from '../scenario.ts'

const reason = 'The phone is lost; we spoke to them.'

const helped = new Map<App, Admin>()
/** An admin whose password is reported from the first run on. */
const reported = new Map<App, Admin>()

/**
 * One and the same each time: all of the staff are mailed, so no admin may join from run to run.
 */
async function withFactor(app: TestApp['app']) {
  const admin = helped.get(app) ?? (await createTestAdmin(app, { role: 'support' })).admin
  helped.set(app, admin)
  await app.db.transaction().execute(async (tx) => {
    await deleteFactors(tx, admin.id)
    await stopReset(tx, admin.id, admin, app.clock.now())
    await endSessions(tx, admin.id, 'ended', app.clock.now())
  })

  const { sessionId } = await openTestSession(app, admin)
  await addTestAuthenticator(app, admin, sessionId)

  return admin
}

const passing = new Set<string>()
/** Each change mails all staff at work: who joined for an earlier run leaves again. */
async function suspendPassing({ app, ruth }: ScenarioContext) {
  for (const { id, email, suspended } of await listStaffLines(app.db, app.clock.now()))
    if (!suspended && (passing.has(id) || email.startsWith('invited-')))
      await suspendStaff(app, ruth, { staffId: id, reason: 'The run is over.' })
}

async function createPassingAdmin(context: ScenarioContext, role: Admin['role']) {
  await suspendPassing(context)
  const { admin } = await createTestAdmin(context.app, { role })
  passing.add(admin.id)
  return admin
}

const otherOwners = new Map<App, Admin>()
/** One and the same each time, too. */
async function ensureOtherOwner(app: TestApp['app']): Promise<Admin> {
  const owner = otherOwners.get(app) ?? (await createTestAdmin(app, { role: 'owner' })).admin
  otherOwners.set(app, owner)
  await addTestSoftwareKey(app, owner.id)
  return owner
}

/**
 * Signed in, and the link to a new password that they were mailed is used up; one and the same each
 * time, too.
 */
async function prepareCompromiseReport(app: App): Promise<Admin> {
  const admin = reported.get(app) ?? (await createTestAdmin(app, { role: 'support' })).admin
  reported.set(app, admin)
  await app.db.transaction().execute(async (tx) => {
    await sendResetLink(tx, app, admin)
    await endResetLinks(tx, admin.id, app.clock.now())
    await endSessions(tx, admin.id, 'ended', app.clock.now())
  })

  await openTestSession(app, admin)

  return admin
}

const lost = new Map<App, Admin>()

/** One and the same each time, with one session and no link to a password. */
async function withoutLink(app: TestApp['app']) {
  const admin = lost.get(app) ?? (await createTestAdmin(app, { role: 'support' })).admin
  if (!lost.has(app)) await resetAdmin(app, admin) // the queue of mails is there from then on
  lost.set(app, admin)
  await app.db.transaction().execute(async (tx) => {
    await endResetLinks(tx, admin.id, app.clock.now())
    await endSessions(tx, admin.id, 'ended', app.clock.now())
  })
  await openTestSession(app, admin)

  return admin
}

/** Agreed to, with a day to go. */
async function awaitingReset({ app, ruth, ines }: ScenarioContext) {
  const admin = await withFactor(app)
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await app.db
    .transaction()
    .execute((tx) => scheduleStaffReset(tx, live, ines, { staffId: admin.id, reason }))
  return { admin, ruth }
}

export const scenarios: Scenario[] = [
  {
    command: 'identity/invite-staff',
    prepare: async (context) => {
      await suspendPassing(context)
      const { ruth } = context
      const email = `${another('invited')}@example.com`
      const input = { firstName: 'Noor', lastName: 'Haddad', email, role: 'support' } as const
      return { run: (on) => inviteStaff(on, ruth, input) }
    },
  },
  {
    command: 'identity/propose-money-role',
    prepare: async ({ app, ruth }) => {
      await ensureOtherOwner(app)
      const email = `${another('proposed')}@example.com`
      const input = { firstName: 'Noor', lastName: 'Haddad', email, role: 'finance' } as const
      return { run: (on) => proposeMoneyRole(asLive(on), ruth, { change: 'invite', ...input }) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of a money role',
    decides: 'staff.money-role',
    prepare: async (context) => {
      const { app, ruth } = context
      await suspendPassing(context)
      const other = await ensureOtherOwner(app)
      const email = `${another('invited')}@example.com`
      const input = { firstName: 'Noor', lastName: 'Haddad', email, role: 'finance' } as const
      const proposal = await proposeMoneyRole(asLive(app), ruth, { change: 'invite', ...input })
      invariant(proposal, 'another owner approves a money role in live')
      return { run: approving(other, proposal).run }
    },
  },
  {
    command: 'identity/change-role',
    prepare: async (context) => {
      const { ruth } = context
      const admin = await createPassingAdmin(context, 'viewer')
      return { run: (on) => changeRole(on, ruth, { staffId: admin.id, role: 'finance' }) }
    },
  },
  {
    command: 'identity/suspend-staff',
    prepare: async (context) => {
      const { ruth } = context
      const admin = await createPassingAdmin(context, 'support')
      return {
        run: (on) => suspendStaff(on, ruth, { staffId: admin.id, reason: 'Left the firm.' }),
      }
    },
  },
  {
    command: 'identity/reinstate-staff',
    prepare: async (context) => {
      const { app, ruth } = context
      const admin = await createPassingAdmin(context, 'support')
      await suspendStaff(app, ruth, { staffId: admin.id, reason: 'On leave.' })
      return { run: (on) => reinstateStaff(on, ruth, admin.id) }
    },
  },
  {
    command: 'identity/end-staff-sessions',
    prepare: async ({ app, ruth }) => {
      const { admin } = await createTestAdmin(app, { role: 'support' })
      return { run: (on) => endStaffSessions(on, ruth, admin.id) }
    },
  },
  {
    command: 'identity/end-member-sessions',
    prepare: async ({ app, ines }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => endMemberSessions(on, ines, member.id) }
    },
  },
  {
    command: 'identity/report-compromise',
    when: 'of the staff',
    first: true,
    prepare: async ({ app }) => {
      const admin = await prepareCompromiseReport(app)
      const link = await app.db
        .transaction()
        .execute((tx) => createPersonCompromiseLink(tx, app, admin, 'new-device'))
      const [from, token] = [createTestVisitor(), link.split('/').at(-1) ?? '']
      return { run: (on) => reportCompromise(on, from, { token }) }
    },
  },
  {
    command: 'identity/reset-staff-factor',
    first: true,
    prepare: async ({ app, ruth }) => {
      const admin = await withFactor(app)
      return { run: (on) => resetStaffFactor(on, ruth, { staffId: admin.id, reason }) }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of a reset of the staff',
    decides: 'staff.reset-factor',
    first: true,
    prepare: async ({ app, ruth, ines }) => {
      const admin = await withFactor(app)
      const input = { staffId: admin.id, reason }
      const open = await findOpenProposal(app.db, 'staff.reset-factor', admin.id, app.clock.now())
      const proposal = open ?? (await resetStaffFactor(asLive(app), ruth, input))
      invariant(proposal, 'another admin approves a reset of the staff in live')
      return { run: approving(ines, proposal).run }
    },
  },
  {
    command: 'identity/reset-admin',
    first: true,
    repeatable: true,
    prepare: async ({ app }) => {
      const { email } = await withoutLink(app)
      return { run: (on) => resetAdmin(on, { email }) }
    },
  },
  {
    command: 'identity/stop-staff-reset',
    prepare: async (context) => {
      const { admin, ruth } = await awaitingReset(context)
      return { run: (on) => stopStaffReset(on, ruth, admin.id) }
    },
  },
  {
    command: 'identity/carry-out-staff-resets',
    prepare: async (context) => {
      await awaitingReset(context)
      context.app.clock.advance(STAFF_RESET_WAIT_MS)
      return { run: (on) => carryOutStaffResets(on) }
    },
  },
]

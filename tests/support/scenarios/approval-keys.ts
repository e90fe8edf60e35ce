import { HOUR_MS } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { findOpenProposal, listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { addTestSoftwareKey, signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { addApprovalKey } from '#modules/identity/commands/add-approval-key.ts'
import { beginApprovalKey } from '#modules/identity/commands/begin-approval-key.ts'
import { endApprovalKey } from '#modules/identity/commands/end-approval-key.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import { createSoftPasskey, createTestAdmin } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const reason = 'The device was lost.'

/** An admin adds ten keys in 24 hours at most. */
const BETWEEN_KEYS_MS = 3 * HOUR_MS

type Staff = Awaited<ReturnType<typeof createTestAdmin>>
const staff = new WeakMap<App['db'], { support: Staff; finance: Staff }>()

/** The admins of these scenarios: one and the same each time, because all staff are mailed. */
async function ensureStaff({ app }: ScenarioContext) {
  const made = staff.get(app.db) ?? {
    support: await createTestAdmin(app, { role: 'support' }),
    finance: await createTestAdmin(app, { role: 'finance' }),
  }
  staff.set(app.db, made)

  return made
}

/** A new key for the admin of support, whose earlier ones end. */
async function createKey(context: ScenarioContext) {
  const { app } = context
  app.clock.advance(BETWEEN_KEYS_MS)
  const { admin, sessionId } = (await ensureStaff(context)).support
  for (const { id, ended } of await listOwnApprovalKeys(app.db, admin.id))
    if (!ended) await endApprovalKey(app, admin, { id, reason })
  const options = { ...(await beginApprovalKey(app, admin, sessionId)) }
  const passkey = createSoftPasskey(app.config).make(options)

  return { admin, sessionId, passkey }
}

async function createStoredKey(context: ScenarioContext) {
  const { admin, ...made } = await createKey(context)
  return { admin, ...(await addApprovalKey(context.app, admin, made)) }
}

export const scenarios: Scenario[] = [
  {
    command: 'identity/begin-approval-key',
    prepare: async (context) => {
      const { admin, sessionId } = (await ensureStaff(context)).support
      return { run: (on) => beginApprovalKey(on, admin, sessionId) }
    },
  },
  {
    command: 'identity/add-approval-key',
    prepare: async (context) => {
      const { admin, ...made } = await createKey(context)
      return { run: (on) => addApprovalKey(on, admin, made) }
    },
  },
  {
    command: 'identity/end-approval-key',
    prepare: async (context) => {
      const { admin, id } = await createStoredKey(context)
      return { run: (on) => endApprovalKey(on, admin, { id, reason }) }
    },
  },
  {
    command: 'identity/reset-approval-keys',
    repeatable: true,
    prepare: async () => ({ run: (on) => resetApprovalKeys(on, { reason }) }),
    finish: async ({ app, ines, ruth }) => {
      for (const { id } of [ines, ruth]) await addTestSoftwareKey(app, id)
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of an approval key',
    decides: 'approval-key.add',
    prepare: async (context) => {
      const { app, owner } = context
      const { id: key } = await createStoredKey(context)
      const proposal = await findOpenProposal(app.db, 'approval-key.add', key, app.clock.now())
      invariant(proposal, 'another admin confirms the key of support')
      const { admin } = (await ensureStaff(context)).finance
      const { id, contentHash } = proposal
      const signature = await signAsTestAdmin({ app, database: { owner } }, admin.id, id)
      const decision = { id, contentHash, approve: true, signature }
      return { run: (on) => decideProposal(on, admin, decision) }
    },
  },
]

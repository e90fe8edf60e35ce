import { invariant } from '#lib/invariant.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { addApprovalKey } from '#modules/identity/commands/add-approval-key.ts'
import { beginApprovalKey } from '#modules/identity/commands/begin-approval-key.ts'
import { endApprovalKey } from '#modules/identity/commands/end-approval-key.ts'
import { createSoftPasskey, createTestAdmin } from '#modules/identity/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const reason = 'The device was lost.'

async function createKey({ app }: ScenarioContext) {
  const { admin, sessionId } = await createTestAdmin(app, { role: 'support' })
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
    prepare: async ({ app }) => {
      const { admin, sessionId } = await createTestAdmin(app, { role: 'support' })
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
    command: 'backoffice/decide-proposal',
    when: 'of an approval key',
    decides: 'approval-key.add',
    countsVary: true,
    prepare: async (context) => {
      const { app, owner } = context
      const { id: key } = await createStoredKey(context)
      const proposal = await findOpenProposal(app.db, 'approval-key.add', key, app.clock.now())
      invariant(proposal, 'another admin confirms the key of support')
      const { admin } = await createTestAdmin(app, { role: 'finance' })
      const { id, contentHash } = proposal
      const signature = await signAsTestAdmin({ app, database: { owner } }, admin.id, id)
      const decision = { id, contentHash, approve: true, signature }
      return { run: (on) => decideProposal(on, admin, decision) }
    },
  },
]

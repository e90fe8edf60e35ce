import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import { changePaymentTerms } from '#modules/administration/commands/change-payment-terms.ts'
import { changeReceivingAddress } from '#modules/administration/commands/change-receiving-address.ts'
import { setPause } from '#modules/administration/commands/set-pause.ts'
import type { Permission, Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { proposeDepositReversal } from '#modules/deposits/commands/propose-deposit-reversal.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import { giveAccountBack } from '#modules/identity/commands/give-account-back.ts'
import { resetFactor } from '#modules/identity/commands/reset-factor.ts'
import type { Admin } from '#modules/identity/model.ts'
import {
  addTestAuthenticator,
  createDisputedMember,
  createTestAdmin,
  createTestMember,
} from '#modules/identity/testing.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { findTerms } from '#modules/settings/queries.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { proposeWithdrawalReversal } from '#modules/withdrawals/commands/propose-withdrawal-reversal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { another, approving, asLive, type Scenario, type ScenarioContext } from '../scenario.ts'

const reason = 'She rang from the number we know.'

/** What one admin proposed, approved by another. */
const decision = (
  decides: Permission,
  when: string,
  propose: (context: ScenarioContext) => Promise<Proposal | null>,
  rest: Partial<Scenario> = {},
): Scenario => ({
  command: 'backoffice/decide-proposal',
  when,
  decides,
  prepare: async (context) => {
    const proposal = await propose(context)
    invariant(proposal, `a second admin approves ${when}`)
    if (IN_LIVE.includes(decides)) return await approveInLive(context, proposal)

    const { ines, ruth } = context
    const { run } = approving(proposal.proposedBy === ruth.id ? ines : ruth, proposal)
    return { run }
  },
  ...rest,
})

const signers = new WeakMap<App['db'], Admin>()

/** In live an admin signs with a passkey: one of their own, which the others don't need. */
async function approveInLive({ app, owner }: ScenarioContext, proposal: Proposal) {
  const admin = signers.get(app.db) ?? (await createTestAdmin(app, { role: 'finance' })).admin
  signers.set(app.db, admin)
  const { id, contentHash } = proposal
  const signature = await signAsTestAdmin({ app, database: { owner } }, admin.id, id)
  const decision = { id, contentHash, approve: true, signature }

  return { run: (on: App) => decideProposal(asLive(on), admin, decision) }
}

/** What waits for a second admin in live alone. */
const IN_LIVE: readonly Permission[] = [
  'member.reset-factor',
  'member.restore-access',
  'receiving-address.change',
]

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

async function confirmFarFromQuote({ app, ines, planId }: ScenarioContext) {
  const { member } = await createTestMember(app)
  const { id: depositId } = await createPendingDeposit(app, member, { planId, amount: '1500' })
  await confirmDeposit(app, ines, { depositId, received: '2000' })
  return await findOpenProposal(app.db, 'deposit.confirm', depositId, app.clock.now())
}

async function proposeHigherFee({ app, ruth }: ScenarioContext) {
  const { terms, changed } = await findTerms(app.db, 'BITCOIN', app.clock.now())
  app.clock.advance(1)
  return await changePaymentTerms(app, ruth, {
    method: 'BITCOIN',
    terms: { ...terms, withdrawalFee: 900n },
    version: changed?.at.toISOString() ?? '',
  })
}

const resumeSignUps = ({ app }: ScenarioContext) =>
  setTestSetting(app, 'pauses', { deposits: null, withdrawals: null, signUps: null })

export const scenarios: Scenario[] = [
  decision('deposit.confirm', 'of a payment far from its quote', confirmFarFromQuote),
  decision('deposit.reverse', 'of the reversal of a deposit', async ({ app, ines, planId }) => {
    const { member } = await createTestMember(app)
    const deposit = await createCompletedDeposit(app, member, ines, { planId, amount: '1500' })
    return await proposeDepositReversal(app, ines, { depositId: deposit.id, reason })
  }),
  decision('withdrawal.reverse', 'of the reversal of a payment', async ({ app, ines }) => {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 50_000n })
    const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
    const { id: withdrawalId } = await requestWithdrawal(app, member, input)
    await approveReviewed(app, ines, withdrawalId)
    await markPaid(app, ines, { withdrawalId, txid: another('tx-reversed') })
    return await proposeWithdrawalReversal(app, ines, { withdrawalId, reason })
  }),
  decision('ledger.unfreeze', 'of the end of a freeze', async ({ app, ruth }) => {
    await sql`select ledger.freeze_ledger('a test', ${app.clock.now()})`.execute(app.db)
    const about = await sql<{ id: string }>`select 'freeze_' || max(id) as id from ledger.freezes`
      .execute(app.db)
      .then(({ rows }) => rows[0]?.id ?? '')
    const open = await findOpenProposal(app.db, 'ledger.unfreeze', about, app.clock.now())
    return open ?? (await proposeUnfreeze(app, ruth, { reason }))
  }),
  decision('member.reset-factor', 'of a member’s reset', async ({ app, ines }) => {
    const { member, sessionId } = await createTestMember(app)
    await addTestAuthenticator(app, member, sessionId)
    return await resetFactor(asLive(app), ines, { memberId: member.id, reason })
  }),
  decision('member.restore-access', 'of an account given back', async ({ app, ines }) => {
    const { member } = await createDisputedMember(app)
    const email = `${another('restored')}@example.com`
    return await giveAccountBack(asLive(app), ines, { memberId: member.id, email, reason })
  }),
  decision('fees.raise', 'of a higher fee', proposeHigherFee),
  decision('receiving-address.change', 'of a receiving address', async ({ app, ruth }) => {
    const method = 'USDT'
    const open = await findOpenProposal(app.db, 'receiving-address.change', method, app.clock.now())
    return open ?? (await changeReceivingAddress(asLive(app), ruth, { method, address: ADDRESS }))
  }),
  decision(
    'setting.loosen',
    'of the end of a pause',
    async (context) => {
      const { app, ruth } = context
      await resumeSignUps(context)
      await setPause(app, ruth, { what: 'signUps', reason })
      return await setPause(app, ruth, { what: 'signUps', reason: null })
    },
    { finish: resumeSignUps },
  ),
]

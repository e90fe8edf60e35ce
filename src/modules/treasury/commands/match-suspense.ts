import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { computeWorth, getUnmatched } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type MatchSuspense = { receipt: string; memberId: string; reason: string }

/**
 * Credits a payment in suspense to its member: the whole amount, in dollars at the current price,
 * rounded down.
 */
export async function matchSuspense(app: App, admin: Staff, input: MatchSuspense): Promise<Begun> {
  assertPermitted(admin, 'suspense.match')

  const { receipt, memberId } = input
  const kind = 'suspense_matched'
  const reason = parseReason(input.reason)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const { currency, amount: units } = await getUnmatched(tx, receipt)
    await getMember(tx, memberId)
    await openMemberAccounts(tx, memberId)

    const worth = await computeWorth(app, { currency, units }, 'in')
    const movement = { kind, receipt, memberId, currency, units, ...worth, reason } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}

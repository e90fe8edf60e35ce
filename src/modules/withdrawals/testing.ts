import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Staff } from '#modules/identity/model.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { buildMatchedTransfers } from '#modules/ledger/testing.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { simulateReceipt } from '#modules/treasury/testing.ts'
import type { App } from '#platform/app.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'

/** Example addresses of EIP 55 and BIP 173. */
export const TEST_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const OTHER_ADDRESS = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
export const TEST_BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/**
 * Gives a member money as a confirmed deposit would: so much of it invested, the rest cash. Answers
 * the position's id.
 */
export async function fundMember(
  app: App,
  memberId: string,
  balances: { cash?: Cents; invested?: Cents; planVersionId?: string; openedOn?: string },
): Promise<string | null> {
  const { cash = 0n, invested = 0n, planVersionId = '' } = balances
  const depositId = createId('dep')
  const cents = cash + invested

  return await app.db.transaction().execute(async (tx) => {
    await openMemberAccounts(tx, memberId)

    const paid = {
      currency: 'USDT',
      units: cents * 10_000n,
      reference: depositId,
      recordedBy: 'test',
    } as const

    const receipt = await simulateReceipt(tx, app, paid)
    const opened =
      invested > 0n
        ? await openPosition(tx, {
            memberId,
            planVersionId,
            principal: invested,
            depositId,
            actor: 'test',
            openedOn: balances.openedOn ?? app.clock.today(),
          })
        : null

    const paidIn = buildMatchedTransfers(
      `fund/${depositId}`,
      memberId,
      'USDT',
      cents * 10_000n,
      cents,
      receipt,
    )
    await post(tx, [...paidIn, ...(opened?.transfers ?? [])])

    return opened?.position.id ?? null
  })
}

/** Approves a withdrawal as an admin who has reviewed its address. */
export const approveReviewed = (app: App, admin: Staff, withdrawalId: string) =>
  approveWithdrawal(app, admin, { withdrawalId, addressReviewed: true })

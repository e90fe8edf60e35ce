import { amountText } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { type Deposit, getDeposit } from '../queries.ts'
import { quoteDeposit } from './quote-deposit.ts'

/** Ends an unpaid quote and takes a new one for the same plan, amount and method, or leaves all as it was. */
export async function requoteDeposit(app: App, member: Actor, depositId: string): Promise<Deposit> {
  const old = await getDeposit(app.db, member.id, depositId, app.clock.now())
  const amount = amountText(old.amount, 'USD')
  return await quoteDeposit(app, member, {
    planId: old.planVersionId,
    amount,
    method: old.method,
    replaces: depositId,
  })
}

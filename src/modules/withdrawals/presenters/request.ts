import { formatAmount } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { formatRate } from '#modules/market/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { toMeasuredMinutes } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { computeWithdrawableCents } from '../model.ts'
import type { previewWithdrawal } from '../queries/preview.ts'
import { findWithdrawalClosure, loadFunds } from '../queries/request-context.ts'
import { countWaitingWithdrawals, measurePayoutTimes } from '../queries.ts'

type Preview = Awaited<ReturnType<typeof previewWithdrawal>>

/** Returns the effects of a request with its coin amount and rate as text. */
export const toPreviewResponse = ({ coinAmount, rate, ...preview }: Preview) => ({
  ...preview,
  coinAmount: coinAmount === null ? null : formatAmount(coinAmount, preview.coin),
  rate: rate === null ? null : formatRate(rate),
})

/** Returns what a member can withdraw now, and why a request would be refused. */
export async function buildAvailableFunds(app: App, member: Member) {
  const { cash, principal, profit, noticePrincipal } = await loadFunds(app.db, member.id)

  return {
    balance: cash + principal,
    cash,
    principal,
    profit,
    closed: await findWithdrawalClosure(app, member),
    withdrawable: computeWithdrawableCents({ cash, principal }, noticePrincipal),
    principalRequiringNotice: noticePrincipal.map(({ planName, ...rest }) => ({
      plan: planName,
      ...rest,
    })),
  }
}

/** Returns the stated and the measured time of a payout, and the number of open withdrawals. */
export async function buildPayoutTimes(app: App) {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  const measured = await measurePayoutTimes(app.db, app.clock.now())
  const { pending, approved } = await countWaitingWithdrawals(app.db)

  return { statedHours, measured: toMeasuredMinutes(measured), open: pending + approved }
}

import { formatAmount } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import { TEXTS } from '../model.ts'
import { type CustodyLine, listBreaks, type OutsideBalance } from '../queries.ts'
import { loadContext, type ResponseContext, toBreakResponse } from './breaks.ts'
import { toBalanceResponse } from './recorded-balance.ts'

/** Returns the custody accounts with their outside balances and open breaks. */
export async function buildCustodyLines(app: App, lines: readonly CustodyLine[]) {
  const context = await loadContext(
    app,
    lines.flatMap(({ openBreak }) => openBreak ?? []),
  )
  return lines.map((line) => toCustodyResponse(line, context))
}

/** Returns a recorded outside balance, with a message that says whether it agrees. */
export async function buildRecordedBalance(app: App, balance: OutsideBalance) {
  const [open] = await listBreaks(app.db, { account: balance.account, open: true })
  const agreed = open ? TEXTS.agreedThen : TEXTS.agrees
  const context = await loadContext(app, open ? [open] : [])
  const openBreak = open ? toBreakResponse(open, context) : null

  return {
    message: balance.difference === 0n ? agreed : TEXTS.differs,
    data: { balance: toBalanceResponse(balance, context.named), openBreak },
  }
}

function toCustodyResponse(
  { account, place, currency, held, state, outside, openBreak }: CustodyLine,
  context: ResponseContext,
) {
  return {
    account,
    place,
    currency,
    state,
    held: formatAmount(held, currency),
    outside: outside && toBalanceResponse(outside, context.named),
    openBreak: openBreak && toBreakResponse(openBreak, context),
  }
}

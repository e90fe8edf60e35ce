import { listEntries } from '#modules/ledger/queries.ts'
import { buildInvestmentTransfer } from '#modules/plans/model.ts'
import { toEntryResponse } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { buildCreditTransfers } from '../model.ts'
import type { Deposit } from '../queries.ts'
import type { Credit } from './credit.ts'

/** Returns the entries that confirming posts, by the functions that post them. */
export function buildExpectedEntries(
  app: App,
  { id: depositId, memberId }: Deposit,
  { received, credited, invested }: Credit,
) {
  const on = app.clock.today()
  const shared = { depositId, memberId }

  const credit = buildCreditTransfers({
    ...shared,
    received,
    receipts: [],
    cents: credited,
    on,
    actor: '',
  })
  const investment = buildInvestmentTransfer(
    { ...shared, id: '', principal: invested, openedOn: on },
    '',
  )

  return (invested > 0n ? [...credit, investment] : credit).map((transfer) =>
    toEntryResponse(transfer),
  )
}

export async function listPostedEntries(app: App, reference: string) {
  const entries = await listEntries(app.db, { reference })

  return entries
    .toReversed()
    .filter(
      ({ transferType }) =>
        transferType === 'deposit_confirmed' ||
        transferType === 'position_opened' ||
        transferType === 'principal_redeemed' ||
        transferType === 'deposit_reversed',
    )
    .map((entry) => toEntryResponse(entry))
}

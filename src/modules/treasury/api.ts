import { listReceipts } from '#modules/ledger/queries.ts'
import { calls } from './api/calls.ts'
import { custodyHandlers } from './api/custody.ts'
import { operatorMoneyHandlers } from './api/operator-money.ts'
import { reconciliationHandlers } from './api/reconciliation.ts'
import { reserveHandlers } from './api/reserves.ts'
import { suspenseHandlers } from './api/suspense.ts'
import { buildTreasury, toReceiptResponse } from './presenters/holdings.ts'

const RECEIPTS_SHOWN = 200

export const treasuryApi = calls.router({
  holdings: calls.holdings.handler(async ({ context: { app } }) => ({
    message: 'Treasury',
    data: await buildTreasury(app),
  })),

  receipts: calls.receipts.handler(async ({ context: { app }, input: { state } }) => {
    const only = { limit: RECEIPTS_SHOWN, ...(state && { open: state === 'open' }) }
    return { message: 'Receipts', data: (await listReceipts(app.db, only)).map(toReceiptResponse) }
  }),
  ...operatorMoneyHandlers,
  ...suspenseHandlers,
  ...custodyHandlers,
  ...reconciliationHandlers,
  ...reserveHandlers,
})

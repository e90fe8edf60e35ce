import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { type PayoutChain, startPayoutChain } from '../../../../tests/support/payout-chain.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import { createPayoutBatch } from './create-payout-batch.ts'
import { recordPayoutTransactions } from './record-payout-transactions.ts'

let payouts: PayoutChain

beforeAll(async () => {
  payouts = await startPayoutChain()
})
afterAll(() => payouts.close())

const TXID = 'ab'.repeat(32)

test('transactions of a batch are recorded once each, in one spelling, and audited', async () => {
  const { app, ines, createExported } = payouts
  const { batchId } = await createExported('300')
  const txids = [`0x${TXID.toUpperCase()}`, TXID]
  await recordPayoutTransactions(app, ines, { batchId, txids })
  await recordPayoutTransactions(app, ines, { batchId, txids: [TXID] })

  const transactions = await listPayoutTransactions(app.db, batchId)
  expect(transactions).toMatchObject([{ txid: TXID, status: 'exported', psbt: null }])
  const [event] = await listAuditEvents(app.db, { subjectId: batchId })
  expect(event).toMatchObject({ action: 'payout-batch.sent', details: { txids: [TXID] } })
})

test('an invalid transaction id, a batch that is not exported, and support are refused', async () => {
  const { app, ines, createApproved, createExported } = payouts
  const { batchId } = await createExported('300')
  const refuse = (by: typeof ines, id: string, txid: string) =>
    expect(recordPayoutTransactions(app, by, { batchId: id, txids: [txid] })).rejects

  await refuse(ines, batchId, 'tx-1').toMatchObject({ code: 'invalid_txid', field: 'txid' })
  const { id } = await createApproved()
  const created = await createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds: [id] })
  await refuse(ines, created, TXID).toMatchObject({ code: 'not_exported' })

  const support = (await createTestAdmin(app, { role: 'support' })).admin
  await refuse(support, batchId, TXID).toMatchObject({ code: 'role_missing' })
})

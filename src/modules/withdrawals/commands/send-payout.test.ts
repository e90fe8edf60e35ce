import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeWithdrawals } from '#modules/identity/steps/freeze-withdrawals.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import {
  type BitcoinPayouts,
  signPsbt,
  startBitcoinPayouts,
} from '../../../../tests/support/bitcoin-payouts.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { followPayouts } from './follow-payouts.ts'
import { proposeBatchCancellation } from './propose-batch-cancellation.ts'
import { sendPayout } from './send-payout.ts'
import { storeSignedPayout } from './store-signed-payout.ts'

let payouts: BitcoinPayouts

beforeAll(async () => {
  payouts = await startBitcoinPayouts()
})
afterAll(() => payouts.close())

const send = (batchId: string, sentByOperator = false) =>
  sendPayout(payouts.app, payouts.ines, { batchId, sentByOperator })
const statusOf = async (batchId: string) => (await getPayoutBatch(payouts.app.db, batchId)).status

async function createSigned() {
  const { app, ines, createExported, getCurrent } = payouts
  const exported = await createExported(['300'])
  const { psbt } = await getCurrent(exported.batchId)
  await storeSignedPayout(app, ines, { batchId: exported.batchId, signed: signPsbt(psbt) })
  return { ...exported, ...(await getCurrent(exported.batchId)) }
}

test('a signed transaction is sent, seen, confirmed, and completes its withdrawals', async () => {
  const { app, chain, readTransfers, findWithdrawal } = payouts
  const { batchId, lines, psbt, txid, rawHex } = await createSigned()
  await send(batchId)
  expect(chain.sent.at(-1)).toBe(rawHex)

  const transfers = readTransfers(psbt)
  chain.transactions.set(txid, { transfers, height: null })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('seen')

  chain.transactions.set(txid, { transfers, height: chain.tipHeight - 1 })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('completed')
  for (const { id } of lines)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'completed', txid })
})

test('a dropped transaction is sent again, and a signed one is never cancelled', async () => {
  const { app, chain, ines, readTransfers } = payouts
  const { batchId, psbt, txid } = await createSigned()
  const cancel = () =>
    proposeBatchCancellation(app, ines, { batchId, reason: 'It was not sent yet.' })
  await expect(cancel()).rejects.toMatchObject({ code: 'batch_sent' })

  await send(batchId)
  chain.transactions.set(txid, { transfers: readTransfers(psbt), height: null })
  await followPayouts(app, batchId)
  chain.transactions.delete(txid)
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('dropped')
  await expect(cancel()).rejects.toMatchObject({ code: 'batch_sent' })

  const sent = chain.sent.length
  await send(batchId)
  expect(chain.sent).toHaveLength(sent + 1)
})

test('a batch fails if another transaction spent one of its inputs, and two admins can cancel it', async () => {
  const { app, chain, ines, fundings } = payouts
  const { batchId } = await createSigned()
  chain.unspent = []
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('failed')
  const reason = 'Its coin was spent elsewhere.'
  expect(await proposeBatchCancellation(app, ines, { batchId, reason })).not.toBeNull()
  chain.unspent = fundings
})

test('an operator who sends it alone records that, and nothing is sent here', async () => {
  const { app, chain, readTransfers } = payouts
  const { createExported, getCurrent } = payouts
  const { batchId } = await createExported(['300'])
  const before = chain.sent.length
  await send(batchId, true)
  expect(chain.sent).toHaveLength(before)
  expect(await getCurrent(batchId)).toMatchObject({ status: 'exported', sentByUs: false })

  const { txid, psbt } = await getCurrent(batchId)
  chain.transactions.set(txid, { transfers: readTransfers(psbt), height: chain.tipHeight - 5 })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('completed')
})

test('an unsigned payout, a node that refuses or is silent, a paused member and support send nothing', async () => {
  const { app, chain, createExported } = payouts
  const unsigned = await createExported(['300'])
  await expect(send(unsigned.batchId)).rejects.toMatchObject({ code: 'not_signed' })

  const { batchId, lines } = await createSigned()
  chain.isRefusing = true
  await expect(send(batchId)).rejects.toMatchObject({
    code: 'send_refused',
    message: expect.stringContaining('min relay fee not met'),
  })
  chain.isRefusing = false
  chain.isSilent = true
  await expect(send(batchId)).rejects.toMatchObject({ code: 'send_failed', status: 503 })
  chain.isSilent = false

  const support = (await createTestAdmin(app, { role: 'support' })).admin
  await expect(sendPayout(app, support, { batchId, sentByOperator: true })).rejects.toMatchObject({
    code: 'role_missing',
  })

  await app.db
    .transaction()
    .execute((tx) => freezeWithdrawals(tx, lines[0]?.memberId ?? '', app.clock.now()))
  await expect(send(batchId)).rejects.toMatchObject({ code: 'batch_frozen' })
})

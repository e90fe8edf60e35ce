import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProposals } from '#modules/approvals/queries.ts'
import { findEntry, verifyLedger } from '#modules/ledger/queries.ts'
import { buildFeeKey } from '#modules/treasury/model.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import {
  type BitcoinPayouts,
  signPsbt,
  startBitcoinPayouts,
} from '../../../../tests/support/bitcoin-payouts.ts'
import { followPayouts } from './follow-payouts.ts'
import { recordPayoutFees } from './record-payout-fees.ts'
import { storeSignedPayout } from './store-signed-payout.ts'

let payouts: BitcoinPayouts

beforeAll(async () => {
  payouts = await startBitcoinPayouts()
})
afterAll(async () => {
  expect(await verifyLedger(payouts.app.db)).toEqual([])
  await payouts.close()
})

async function createConfirmed(amounts: readonly string[], feeRate?: bigint) {
  const { app, chain, ines, createExported, getCurrent, readTransfers } = payouts
  const { batchId } = await createExported(amounts, feeRate)
  const { psbt, txid } = await getCurrent(batchId)
  await storeSignedPayout(app, ines, { batchId, signed: signPsbt(psbt) })
  chain.transactions.set(txid, { transfers: readTransfers(psbt), height: 1 })
  await followPayouts(app, batchId)
  return { batchId, txid }
}

const findFee = (txid: string) => findEntry(payouts.app.db, `${buildFeeKey('BTC', txid)}/coin`)

test('a confirmed payout’s network fee is recorded once; until then a reason is shown', async () => {
  const { app, getCurrent } = payouts
  const { batchId, txid } = await createConfirmed(['300'])
  await recordPayoutFees(app)
  expect((await getCurrent(batchId)).problem).toContain('The network fee is not recorded.')
  expect(await findFee(txid)).toBeNull()

  await fundCapital(app, 'BTC', 50_000_000n)
  await recordPayoutFees(app)
  await recordPayoutFees(app)
  const { fee, problem } = await getCurrent(batchId)
  expect(problem).toBeNull()
  expect(await findFee(txid)).toMatchObject({ amount: fee, transferType: 'network_fee_paid' })
})

test('a large fee is proposed to a second admin, once', async () => {
  const { app, getCurrent } = payouts
  const { batchId, txid } = await createConfirmed(Array(9).fill('100'), 500_000n)
  await recordPayoutFees(app)
  await recordPayoutFees(app)
  const open = await listProposals(app.db, app.clock.now(), { state: 'waiting' })
  expect(open.filter(({ permission }) => permission === 'network-fee.record')).toHaveLength(1)
  expect(await findFee(txid)).toBeNull()
  expect((await getCurrent(batchId)).feeRecordedAt).not.toBeNull()
})

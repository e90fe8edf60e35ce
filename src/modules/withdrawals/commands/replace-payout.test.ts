import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import {
  type BitcoinPayouts,
  signPsbt,
  startBitcoinPayouts,
} from '../../../../tests/support/bitcoin-payouts.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import { followPayouts } from './follow-payouts.ts'
import { replacePayout } from './replace-payout.ts'
import { sendPayout } from './send-payout.ts'
import { storeSignedPayout } from './store-signed-payout.ts'

let payouts: BitcoinPayouts

beforeAll(async () => {
  payouts = await startBitcoinPayouts()
})
afterAll(() => payouts.close())

async function createSent() {
  const { app, chain, ines, createExported, getCurrent, readTransfers } = payouts
  const exported = await createExported(['300', '200'])
  const first = await getCurrent(exported.batchId)
  const { batchId } = exported
  await storeSignedPayout(app, ines, { batchId, signed: signPsbt(first.psbt) })
  await sendPayout(app, ines, { batchId, sentByOperator: false })
  chain.transactions.set(first.txid, { transfers: readTransfers(first.psbt), height: null })
  await followPayouts(app, batchId)
  return { ...exported, first }
}

const replace = (batchId: string, feeRate: bigint) =>
  replacePayout(payouts.app, payouts.ines, { batchId, feeRate })
const listStatuses = async (batchId: string) =>
  (await listPayoutTransactions(payouts.app.db, batchId)).map(({ status }) => status)
const statusOf = async (batchId: string) => (await getPayoutBatch(payouts.app.db, batchId)).status

test('a replacement pays the same withdrawals at a higher fee from the same inputs', async () => {
  const { app, chain, ines, getCurrent, readTransfers } = payouts
  const { batchId, lines, first } = await createSent()
  await replace(batchId, 9_000n)

  const second = await getCurrent(batchId)
  expect(second).toMatchObject({ version: 2, status: 'exported', feeRate: 9_000n })
  expect(second.fee).toBeGreaterThan(first.fee ?? 0n)
  expect(second.inputs).toEqual(expect.arrayContaining([...first.inputs]))
  expect(second.changeAddress).toBe(first.changeAddress)
  for (const { address, coinAmount } of lines)
    expect(readTransfers(second.psbt)).toContainEqual(
      expect.objectContaining({ address, units: coinAmount }),
    )
  expect(await listStatuses(batchId)).toEqual(['exported', 'replaced'])

  await storeSignedPayout(app, ines, { batchId, signed: signPsbt(second.psbt) })
  await sendPayout(app, ines, { batchId, sentByOperator: false })
  chain.transactions.delete(first.txid)
  chain.transactions.set(second.txid, {
    transfers: readTransfers(second.psbt),
    height: chain.tipHeight - 5,
  })
  await followPayouts(app, batchId)
  expect(await listStatuses(batchId)).toEqual(['completed', 'replaced'])
  expect(await statusOf(batchId)).toBe('completed')
})

test('if the replaced version confirms after all, it completes the batch', async () => {
  const { app, chain, readTransfers, findWithdrawal } = payouts
  const { batchId, lines, first } = await createSent()
  await replace(batchId, 9_000n)
  chain.transactions.set(first.txid, {
    transfers: readTransfers(first.psbt),
    height: chain.tipHeight - 5,
  })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('completed')
  expect(await listStatuses(batchId)).toEqual(['exported', 'completed'])
  expect(await findWithdrawal(lines[0]?.id ?? '')).toMatchObject({ txid: first.txid })
})

test('a fee that is not higher, one in a block, and support are refused', async () => {
  const { app, chain, readTransfers } = payouts
  const { batchId, first } = await createSent()
  await expect(replace(batchId, 5_010n)).rejects.toMatchObject({ code: 'fee_too_low' })

  const support = (await createTestAdmin(app, { role: 'support' })).admin
  await expect(replacePayout(app, support, { batchId, feeRate: 9_000n })).rejects.toMatchObject({
    code: 'role_missing',
  })

  chain.transactions.set(first.txid, {
    transfers: readTransfers(first.psbt),
    height: chain.tipHeight,
  })
  await followPayouts(app, batchId)
  await expect(replace(batchId, 9_000n)).rejects.toMatchObject({ code: 'not_replaceable' })
})

test('the database takes no replacement that could confirm beside the first one', async () => {
  const { database } = payouts
  const { batchId } = await createSent()
  const insert = `insert into payout_transaction (id, batch_id, version, status, txid, psbt,
      fee_rate, fee, inputs, input_addresses, input_amounts, input_units, change_units, created_at,
      created_by, creator_label)
    values ('ptx_00000000000000000000', $1, 9, 'exported', repeat('c', 64), '\\x00', 9000, 900,
      array[repeat('d', 64) || ':0'], array['tb1'], array[5000], 5000, 0, now(), 'adm_x', 'x')`
  const answer = await database.pool.query(insert, [batchId]).catch(({ message }) => message)
  expect(answer).toContain('spends an input of the transaction before it')
})

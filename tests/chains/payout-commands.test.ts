import { networks, Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_CHAINS } from '../../src/modules/chains/adapters/chain-provider.ts'
import { createEsplora } from '../../src/modules/chains/adapters/esplora.ts'
import { createTestAdmin, createTestMember } from '../../src/modules/identity/testing.ts'
import { verifyLedger } from '../../src/modules/ledger/queries.ts'
import { createPayoutBatch } from '../../src/modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '../../src/modules/withdrawals/commands/export-payout-batch.ts'
import { followPayouts } from '../../src/modules/withdrawals/commands/follow-payouts.ts'
import { requestWithdrawal } from '../../src/modules/withdrawals/commands/request-withdrawal.ts'
import { sendPayout } from '../../src/modules/withdrawals/commands/send-payout.ts'
import { storeSignedPayout } from '../../src/modules/withdrawals/commands/store-signed-payout.ts'
import { getPayoutBatch } from '../../src/modules/withdrawals/queries/payout-batches.ts'
import { findCurrentTransaction } from '../../src/modules/withdrawals/queries/payout-transactions.ts'
import { getAnyWithdrawal } from '../../src/modules/withdrawals/queries.ts'
import { approveReviewed, fundMember } from '../../src/modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { insertAccount } from '../support/bitcoin-payouts.ts'
import { createOperatorWallet } from './support/operator-wallet.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

const wallet = createOperatorWallet()
let regtest: Regtest
let testApp: TestApp

beforeAll(async () => {
  regtest = await startRegtest()
  testApp = await createTestApp()
  const { key } = wallet.account
  const addresses = [0, 1].map((index) => wallet.addressAt(index))
  for (const index of [0, 1]) await wallet.receive(regtest, index, 3_000_000n)
  await insertAccount(testApp.database.owner, {
    key: key.key,
    fingerprint: key.fingerprint ?? '',
    path: key.path ?? '',
    addresses,
  })
})
afterAll(async () => {
  await regtest.stop()
  await testApp.close()
})

test('a batch is exported, signed by another wallet, sent, mined and completed', async () => {
  const esplora = createEsplora({ name: 'esplora', url: regtest.esplora.url, network: 'regtest' })
  const app = { ...testApp.app, chains: { ...NO_CHAINS, bitcoin: [esplora] } }
  const ines = (await createTestAdmin(app, { role: 'finance' })).admin

  const ids: string[] = []
  for (const [at, amount] of ['300', '450'].entries()) {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 100_000n })
    const input = { amount, method: 'BITCOIN', address: wallet.addressAt(60 + at) }
    const { id } = await requestWithdrawal(app, member, input)
    await approveReviewed(app, ines, id)
    ids.push(id)
  }

  const batchId = await createPayoutBatch(app, ines, { method: 'BITCOIN', withdrawalIds: ids })
  await exportPayoutBatch(app, ines, { batchId, kind: 'psbt', feeRate: 5_000n })
  const transaction = await findCurrentTransaction(app.db, batchId)
  const psbt = transaction?.psbt?.toString('base64') ?? ''

  const tampered = Psbt.fromBase64(psbt, { network: networks.regtest })
  const changed = new Psbt({ network: networks.regtest })
  for (const [at, input] of tampered.txInputs.entries())
    changed.addInput({ ...input, ...tampered.data.inputs[at] })
  for (const { value } of tampered.txOutputs)
    changed.addOutput({ address: wallet.addressAt(99), value })
  await expect(
    storeSignedPayout(app, ines, { batchId, signed: wallet.sign(changed.toBase64()) }),
  ).rejects.toMatchObject({ code: 'signed_differs' })

  await storeSignedPayout(app, ines, { batchId, signed: wallet.sign(psbt) })
  await sendPayout(app, ines, { batchId, sentByOperator: false })
  await followPayouts(app, batchId)
  expect((await getPayoutBatch(app.db, batchId)).status).toBe('seen')

  await regtest.mine(1)
  await followPayouts(app, batchId)
  expect((await getPayoutBatch(app.db, batchId)).status).toBe('confirming')

  await regtest.mine(2)
  await followPayouts(app, batchId)
  expect((await getPayoutBatch(app.db, batchId)).status).toBe('completed')
  for (const id of ids)
    expect(await getAnyWithdrawal(app.db, id)).toMatchObject({
      status: 'completed',
      txid: transaction?.txid,
    })
  expect(await verifyLedger(app.db)).toEqual([])
})

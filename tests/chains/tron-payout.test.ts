import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeTronAddress } from '../../src/lib/addresses.ts'
import { changeAddressSource } from '../../src/modules/administration/commands/change-address-source.ts'
import { NO_CHAINS } from '../../src/modules/chains/adapters/chain-provider.ts'
import { TRON_MAINNET } from '../../src/modules/chains/adapters/tron-rpc.ts'
import { createTronGrid } from '../../src/modules/chains/adapters/trongrid.ts'
import type { Admin } from '../../src/modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '../../src/modules/identity/testing.ts'
import { verifyLedger } from '../../src/modules/ledger/queries.ts'
import { createPayoutBatch } from '../../src/modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '../../src/modules/withdrawals/commands/export-payout-batch.ts'
import { followPayouts } from '../../src/modules/withdrawals/commands/follow-payouts.ts'
import { recordPayoutTransactions } from '../../src/modules/withdrawals/commands/record-payout-transactions.ts'
import { requestWithdrawal } from '../../src/modules/withdrawals/commands/request-withdrawal.ts'
import { saveWallets } from '../../src/modules/withdrawals/commands/save-wallets.ts'
import { buildPayoutBatch } from '../../src/modules/withdrawals/presenters/payout-batch-details.ts'
import { buildPayoutBatches } from '../../src/modules/withdrawals/presenters/payout-batches.ts'
import { buildOwnWithdrawal } from '../../src/modules/withdrawals/presenters/withdrawal.ts'
import { readPayoutFile } from '../../src/modules/withdrawals/queries/payout-file.ts'
import { getAnyWithdrawal, type Withdrawal } from '../../src/modules/withdrawals/queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../../src/modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { startTronGridStub } from './trongrid-stub.ts'

const AT = '2026-11-20T12:00:00Z'

let addressCount = 0
const makeAddress = () =>
  encodeTronAddress(`0x${(0xabc0000n + BigInt(++addressCount)).toString(16).padStart(40, '3')}`)
const POOL = [makeAddress(), makeAddress()]

let stub: Awaited<ReturnType<typeof startTronGridStub>>
let testApp: TestApp
let app: TestApp['app']
let ines: Admin

beforeAll(async () => {
  stub = await startTronGridStub(TRON_MAINNET.usdt, { height: 200, at: new Date(AT) })
  testApp = await createTestApp({ at: AT })
  const { clock } = testApp.app
  const { usdt } = TRON_MAINNET
  const grid = createTronGrid({ name: 'trongrid:stub', base: stub.base, key: 'a', usdt, clock })
  app = { ...testApp.app, chains: { ...NO_CHAINS, tron: [grid] } }
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  await stub.stop()
  await testApp.close()
})

async function createApproved(address: string, amount = '300'): Promise<Withdrawal> {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 100_000n })
  const { id } = await requestWithdrawal(app, member, { amount, method: 'USDT', address })
  await approveReviewed(app, ines, id)
  return await getAnyWithdrawal(app.db, id)
}

/** Pays a withdrawal from the operator's wallet, in a block that is final. */
const pay = ({ address, coinAmount }: Withdrawal, less = 0n) =>
  stub.add({ to: address, value: String((coinAmount ?? 0n) - less), height: 190 })

test('USDT on TRON is withdrawn to an address of TRON, in a batch of its own', async () => {
  const earlier = await createApproved(TEST_ADDRESS)
  const { admin: ruth } = await createTestAdmin(app)
  const addresses = POOL.join(' ')
  await changeAddressSource(app, ruth, { method: 'USDT', mode: 'pool', chain: 'tron', addresses })

  const { member } = await createTestMember(app)
  for (const usdt of [TEST_ADDRESS, POOL[0] ?? '', TRON_MAINNET.usdt])
    await expect(saveWallets(app, member, { usdt }), usdt).rejects.toMatchObject({
      code: 'invalid_address',
      field: 'usdt',
    })

  const own = makeAddress()
  expect(await saveWallets(app, member, { usdt: own })).toMatchObject([{ address: own }])

  const onTron = await createApproved(makeAddress())
  const { next } = await buildPayoutBatches(app)
  expect(next.map(({ network, count }) => `${network}: ${count}`).sort()).toEqual([
    'ERC-20 on Ethereum: 1',
    'TRC-20 on TRON: 1',
  ])

  const both = { method: 'USDT', withdrawalIds: [earlier.id, onTron.id] } as const
  await expect(createPayoutBatch(app, ines, both)).rejects.toMatchObject({
    code: 'not_exportable',
  })
  const insert = `insert into payout_batch (id, withdrawal_ids, cents, method, created_at, created_by, creator_label)
    values ('pbt_00000000000000000000', $1, 60000, 'USDT', now(), 'a', 'a')`
  await expect(
    testApp.database.pool.query(insert, [[earlier.id, onTron.id].sort()]),
  ).rejects.toThrow('one chain')
})

test('a batch on TRON is a table, and completes by what the chain shows', async () => {
  const lines = [await createApproved(makeAddress()), await createApproved(makeAddress(), '450')]
  const [first, second] = lines as [Withdrawal, Withdrawal]
  const withdrawalIds = lines.map(({ id }) => id)
  const batchId = await createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds })
  expect(await buildPayoutBatch(app, batchId)).toMatchObject({ kinds: ['csv'], provider: true })
  await expect(exportPayoutBatch(app, ines, { batchId, kind: 'safe' })).rejects.toMatchObject({
    code: 'invalid_kind',
  })

  await exportPayoutBatch(app, ines, { batchId, kind: 'csv' })
  const table = await (await readPayoutFile(app, batchId)).text()
  for (const { address } of lines) expect(table).toContain(address)

  const txids = [pay(first), pay(second, 1n)]
  await recordPayoutTransactions(app, ines, { batchId, txids })
  await followPayouts(app, batchId)
  expect(await getAnyWithdrawal(app.db, first.id)).toMatchObject({
    status: 'completed',
    txid: txids[0],
  })
  expect(await getAnyWithdrawal(app.db, second.id)).toMatchObject({ status: 'approved' })

  await recordPayoutTransactions(app, ines, { batchId, txids: [pay(second)] })
  await followPayouts(app, batchId)
  const { status, transactions } = await buildPayoutBatch(app, batchId)
  expect(status).toBe('completed')
  expect(transactions.some(({ problem }) => problem?.includes('is due'))).toBe(true)
})

test('the transaction of a withdrawal on TRON is shown as TRON writes it, in its explorer', async () => {
  const withdrawal = await createApproved(makeAddress())
  const ids = { method: 'USDT', withdrawalIds: [withdrawal.id] } as const
  const batchId = await createPayoutBatch(app, ines, ids)
  await exportPayoutBatch(app, ines, { batchId })
  const txid = pay(withdrawal)
  await recordPayoutTransactions(app, ines, { batchId, txids: [txid] })
  await followPayouts(app, batchId)

  expect(
    await buildOwnWithdrawal(app, await getAnyWithdrawal(app.db, withdrawal.id)),
  ).toMatchObject({ txid, explorer: `https://tronscan.org/#/transaction/${txid}` })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_ADDRESSES } from '#modules/chains/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { addAddressSource } from '#modules/settings/steps/add-address-source.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listUnmatchedPayments } from '../queries/unmatched-payments.ts'
import { payOnChain, payTwice } from '../testing.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { requestRefund } from './request-refund.ts'

let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app)
})
afterAll(async () => {
  await testApp.close()
})

test('a member sends a refund address for their own payment; a key, our address and another member are refused', async () => {
  const { deposit, paymentId } = await payTwice(app, ines, maya, plan.id)
  const ask = (address: string, member = maya) => requestRefund(app, member, { paymentId, address })

  await ask('tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7')
  expect((await listUnmatchedPayments(app.db)).find(({ id }) => id === paymentId)).toMatchObject({
    refundAddress: 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  })
  await expect(ask(deposit.address)).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(ask('5'.repeat(64))).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(ask(deposit.address, (await createTestMember(app)).member)).rejects.toMatchObject({
    status: 404,
  })
})

test('a credited payment, or in live an address of a test network, is refused', async () => {
  const { deposit, paymentId } = await payTwice(app, ines, maya, plan.id)
  const { rows } = await testApp.database.owner.query(
    'select payment_id from deposit_payment where deposit_id = $1',
    [deposit.id],
  )
  const address = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
  await expect(
    requestRefund(app, maya, { paymentId: rows[0].payment_id, address }),
  ).rejects.toMatchObject({ code: 'already_posted' })

  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await expect(requestRefund(live, maya, { paymentId, address })).rejects.toMatchObject({
    message: 'This is an address of a test network.',
  })
})

test('a payment on TRON is sent back to an address of TRON', async () => {
  const source = {
    method: 'USDT',
    mode: 'pool',
    chain: 'tron',
    accountKey: null,
    scriptType: null,
    fingerprint: null,
    path: null,
    addresses: ['TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh'],
  } as const
  const at = app.clock.now()
  await runInTransaction(app.db, (tx) =>
    addAddressSource(tx, source, { by: 'test', at, effectiveFrom: at }),
  )
  const deposit = await quoteDeposit(app, maya, { planId: plan.id, amount: '1000', method: 'USDT' })
  const txid = await payOnChain(app, deposit)
  const { rows } = await testApp.database.owner.query(
    'select id from chain_payment where txid = $1',
    [txid],
  )

  const ask = (address: string) => requestRefund(app, maya, { paymentId: rows[0].id, address })
  await expect(ask(TEST_ADDRESSES.ETH)).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(ask(deposit.address)).rejects.toThrow('our own address')
  await ask('TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7')
})

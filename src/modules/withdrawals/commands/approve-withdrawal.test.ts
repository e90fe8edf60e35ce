import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { coinWithin } from '#modules/market/model.ts'
import { setPaymentTerms } from '#modules/settings/acts/set-payment-terms.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import { DEFAULT_TERMS } from '#modules/settings/model.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { fund, OTHER_ADDRESS, TEST_ADDRESS } from '../testing.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { saveWallets } from './save-wallets.ts'

let house: TestApp
let ines: Admin
let ruth: Admin

beforeAll(async () => {
  house = await testApp()
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
  ruth = (await anAdmin(house.app, { role: 'owner' })).admin
})
afterAll(() => house.close())

async function asked(amount = '300', method = 'ETHERIUM') {
  const { member } = await aMember(house.app)
  await fund(house.app, member.id, { cash: 5_000_000n })
  return {
    member,
    ...(await requestWithdrawal(house.app, member, { amount, method, address: TEST_ADDRESS })),
  }
}

test('approval fixes rate, fee and the coin that arrives, rounded down', async () => {
  const { id } = await asked()
  const { rate } = await house.app.prices.price('ETH')
  const approved = await approveWithdrawal(house.app, ines, id)
  expect(approved).toMatchObject({ status: 'approved', fee: 300n, rate, approvedBy: ines.label })
  expect(approved.coinAmount).toBe(coinWithin(29_700n, rate, 'ETH'))
  await expect(approveWithdrawal(house.app, ines, id)).rejects.toMatchObject({ code: 'not_pending' })
})

test('a fee that was raised since costs what was told, one that was lowered costs less', async () => {
  const changed = { by: 'ruth', at: house.app.clock.now() }
  const setFee = (withdrawalFee: bigint) =>
    house.app.db
      .transaction()
      .execute((tx) => setPaymentTerms(tx, 'USDT', { ...DEFAULT_TERMS.USDT, withdrawalFee }, changed))
  const raised = await asked('300', 'USDT')
  await setFee(900n)
  expect((await approveWithdrawal(house.app, ines, raised.id)).fee).toBe(300n)
  const lowered = await asked('300', 'USDT')
  await setFee(100n)
  expect((await approveWithdrawal(house.app, ines, lowered.id)).fee).toBe(100n)
  await setFee(300n)
})

test('from $10,000 one admin proposes and another approves', async () => {
  const { id } = await asked('10000')
  expect(await approveWithdrawal(house.app, ines, id)).toMatchObject({ status: 'pending', approvedAt: null })
  await expect(approveWithdrawal(house.app, ines, id)).rejects.toMatchObject({ code: 'second_admin' })
  expect((await approveWithdrawal(house.app, ruth, id)).status).toBe('approved')
  const below = await asked('9999.99')
  expect((await approveWithdrawal(house.app, ines, below.id)).status).toBe('approved')
})

test('only a saved address past its cool-down is approved', async () => {
  const changed = { by: 'ruth', at: house.app.clock.now() }
  const coolDown = (walletCoolDownHours: number) =>
    house.app.db
      .transaction()
      .execute((tx) => setSetting(tx, 'withdrawals', { statedHours: 24, walletCoolDownHours }, changed))
  await coolDown(24)
  const fresh = await asked()
  await coolDown(0)
  await expect(approveWithdrawal(house.app, ines, fresh.id)).rejects.toMatchObject({ code: 'cooling_down' })
  house.app.clock.advance(24 * 3_600_000)
  expect((await approveWithdrawal(house.app, ines, fresh.id)).status).toBe('approved')
  const removed = await asked()
  await saveWallets(house.app, removed.member, { ethereum: OTHER_ADDRESS })
  await expect(approveWithdrawal(house.app, ines, removed.id)).rejects.toMatchObject({
    code: 'wallet_removed',
  })
})

test('a frozen member, a role that may not and a missing price leave it pending', async () => {
  const { id, member } = await asked()
  const { admin: support } = await anAdmin(house.app, { role: 'support' })
  await expect(approveWithdrawal(house.app, support, id)).rejects.toMatchObject({ status: 403 })
  const prices = { price: () => Promise.reject(new Error('down')) }
  await expect(approveWithdrawal({ ...house.app, prices }, ines, id)).rejects.toMatchObject({ status: 503 })
  const until = new Date(house.app.clock.now().getTime() + 3_600_000)
  await house.database.owner.query('update member set withdrawals_frozen_until = $1 where id = $2', [
    until,
    member.id,
  ])
  await expect(approveWithdrawal(house.app, ines, id)).rejects.toMatchObject({ code: 'withdrawals_frozen' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeWithdrawals } from '#modules/identity/acts/freeze-withdrawals.ts'
import { type Admin, RESET_FREEZE_MS } from '#modules/identity/model.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { balancesOf, listEntries, memberBalances, verifyLedger } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { payoutsFile } from '../queries/withdrawal-export.ts'
import { measuredTimes, placesInQueue, withdrawnOf } from '../queries.ts'
import { fund, TEST_ADDRESS } from '../testing.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { markPaid } from './mark-paid.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let house: TestApp
let ines: Admin

beforeAll(async () => {
  house = await testApp({ poolSize: 16 })
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
})
afterAll(async () => {
  expect(await verifyLedger(house.app.db)).toEqual([])
  await house.close()
})

async function approved() {
  const { member } = await aMember(house.app)
  await fund(house.app, member.id, { cash: 50_000n })

  const asked = await requestWithdrawal(house.app, member, {
    amount: '400',
    method: 'USDT',
    address: TEST_ADDRESS,
  })

  return { member, withdrawal: await approveWithdrawal(house.app, ines, asked.id) }
}

test('the hold ends: the fee to the house, the rest out as coin, and the member is told the transaction', async () => {
  const { member, withdrawal } = await approved()
  const [custody = 0n, fees = 0n] = await balancesOf(house.app.db, ['custody:hot:USDT', 'fees'])
  const paid = await markPaid(house.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-paid-1' })

  expect(paid).toMatchObject({ status: 'completed', txid: 'tx-paid-1', closedBy: ines.label })
  expect(await memberBalances(house.app.db, member.id)).toMatchObject({
    cash: 10_000n,
    holdCash: 0n,
  })

  expect(await balancesOf(house.app.db, ['custody:hot:USDT', 'fees'])).toEqual([
    custody + (withdrawal.coinAmount ?? 0n),
    fees + 300n,
  ])

  const mail = await findMail(house.app.db, member.email, 'withdrawal-paid')
  expect(mail?.data).toMatchObject({ txid: 'tx-paid-1', fee: '300' })
  expect(await withdrawnOf(house.app.db, member.id)).toBe(40_000n)
})

test('marked 64 times at once it is paid once, outside too', async () => {
  const { member, withdrawal } = await approved()
  const outside = async () => (await house.app.outside.balanceOf('hot', 'USDT'))?.units ?? 0n
  const before = await outside()
  const call = () => markPaid(house.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-paid-64' })
  const answers = await Promise.all(Array.from({ length: 64 }, call))

  expect(answers.every((answer) => answer.status === 'completed')).toBe(true)
  expect(
    await listEntries(house.app.db, { reference: withdrawal.id, kind: 'withdrawal_paid' }),
  ).toHaveLength(2)
  expect(await outside()).toBe(before - (withdrawal.coinAmount ?? 0n))
  expect(await memberBalances(house.app.db, member.id)).toMatchObject({
    cash: 10_000n,
    holdCash: 0n,
  })
})

test('one transaction pays one withdrawal, whatever its capitals, and only an approved one', async () => {
  const one = await approved()
  const other = await approved()

  await markPaid(house.app, ines, { withdrawalId: one.withdrawal.id, txid: 'tx-paid-AB' })
  await expect(
    markPaid(house.app, ines, { withdrawalId: other.withdrawal.id, txid: 'TX-paid-ab' }),
  ).rejects.toMatchObject({ code: 'txid_used', status: 409 })
  await expect(
    markPaid(house.app, ines, { withdrawalId: one.withdrawal.id, txid: 'tx-other' }),
  ).rejects.toMatchObject({ code: 'not_approved' })
  await expect(
    markPaid(house.app, ines, { withdrawalId: other.withdrawal.id }),
  ).rejects.toMatchObject({
    field: 'txid',
  })

  expect(await memberBalances(house.app.db, other.member.id)).toMatchObject({ holdCash: 40_000n })
})

test('the queue has places in order of asking, and measured times are those of the last thirty days', async () => {
  house.app.clock.advance(60_000)

  const { withdrawal } = await approved()
  const places = [...(await placesInQueue(house.app.db)).keys()]
  expect(places.at(-1)).toBe(withdrawal.id)

  house.app.clock.advance(2 * 3_600_000)
  await markPaid(house.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-measured' })

  expect((await placesInQueue(house.app.db)).has(withdrawal.id)).toBe(false)
  expect(await measuredTimes(house.app.db, house.app.clock.now())).toMatchObject({
    slowestMs: 2 * 3_600_000,
  })

  house.app.clock.advance(31 * 86_400_000)
  expect(await measuredTimes(house.app.db, house.app.clock.now())).toBeNull()
})

test('nothing is paid to a member whose withdrawals rest, also when that came after the approval', async () => {
  const { app, database } = house
  const { member, withdrawal } = await approved()
  const frozen = { code: 'withdrawals_frozen', status: 409 }
  const pay = () => markPaid(app, ines, { withdrawalId: withdrawal.id, txid: 'tx-after-a-theft' })
  const batch = async () => await (await payoutsFile(app)).text()

  expect(await batch()).toContain(withdrawal.id)

  await app.db.transaction().execute((tx) => freezeWithdrawals(tx, member.id, app.clock.now()))
  await expect(pay()).rejects.toMatchObject(frozen)
  expect(await batch()).not.toContain(withdrawal.id)

  const past = `update withdrawal set status = 'completed', closed_at = $2, closed_by = 'x', txid
    = 'tx-by-hand' where id = $1`
  await expect(database.owner.query(past, [withdrawal.id, app.clock.now()])).rejects.toThrow('rest')

  app.clock.advance(RESET_FREEZE_MS)
  expect(await pay()).toMatchObject({ status: 'completed' })
})

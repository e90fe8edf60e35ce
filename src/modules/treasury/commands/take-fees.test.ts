import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { aMember } from '#modules/identity/testing.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { balancesOf } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { STAFF } from '#platform/events.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { feesOf } from '../testing.ts'
import { takeFees } from './take-fees.ts'

const ines = staff('ines', 'finance')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  const { member } = await aMember(house.app)
  await house.app.db.transaction().execute((tx) => openMemberAccounts(tx, member.id))
  await feesOf(house.app, member.id, 1_200n)
})
afterAll(() => house.close())

const taken = (amount: bigint, reason = 'Fees of October.', admin = ines) =>
  takeFees(house.app, admin, { amount, reason })
const balances = () => balancesOf(house.app.db, ['fees', 'equity'])

test('earned fees become the operator’s own at once, and screens are told', async () => {
  const told: string[] = []
  house.app.events.subscribe(STAFF, (topic) => told.push(topic))

  expect(await taken(1_000n)).toMatchObject({ proposal: null })
  expect(await balances()).toEqual([200n, 1_000n])
  expect(told).toEqual(['treasury'])
  expect((await listActs(house.app.db, { action: 'fees' }))[0]).toMatchObject({
    action: 'fees.taken',
    details: { cents: '1000', reason: 'Fees of October.' },
  })
})

test('no more than was earned, with a reason and a role', async () => {
  await expect(taken(201n)).rejects.toMatchObject({ code: 'insufficient_funds', field: 'amount' })
  await expect(taken(1n, '')).rejects.toMatchObject({ code: 'reason_needed', field: 'reason' })
  await expect(taken(1n, 'x', staff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
  expect(await balances()).toEqual([200n, 1_000n])
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalances, listAccounts } from '#modules/ledger/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveInTransaction, approveMovement, fundCapital } from '../testing.ts'
import { type MoveCustody, moveCustody } from './move-custody.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fundCapital(testApp.app, 'BTC', 300_000_000n)
})
afterAll(() => testApp.close())

const toCold = (rest: Partial<MoveCustody> = {}): MoveCustody => ({
  currency: 'BTC',
  amount: '1',
  toPlace: 'cold',
  reason: 'Above the hot wallet’s limit.',
  ...rest,
})
const proposeMove = (input: MoveCustody, admin = ines) => moveCustody(testApp.app, admin, input)
const moveWithApproval = async (input: MoveCustody) =>
  approveMovement(testApp.app, ruth, await proposeMove(input))
const places = async () =>
  (await listAccounts(testApp.app.db, { accountType: 'custody' })).map(({ code }) => code)

test('a confirmed and approved movement opens a new place and moves holdings there', async () => {
  await expect(proposeMove(toCold())).rejects.toMatchObject({
    code: 'unknown_place',
    status: 422,
    field: 'toPlace',
  })

  expect(await places()).not.toContain('custody:cold:BTC')

  const begun = await proposeMove(toCold({ opensPlace: true }))
  expect(begun.proposal).toMatchObject({
    permission: 'custody.move',
    content: { place: 'hot', toPlace: 'cold', units: '100000000', opensPlace: 'true' },
  })
  expect(await places()).not.toContain('custody:cold:BTC')

  const half = await proposeMove(toCold({ amount: '0.5', opensPlace: true }))
  await expect(approveMovement(testApp.app, ines, begun)).rejects.toMatchObject({
    code: 'second_admin',
  })

  await approveMovement(testApp.app, ruth, begun)
  await approveMovement(testApp.app, ruth, half)
  await moveWithApproval(toCold({ amount: '0.2', place: 'cold', toPlace: 'hot' }))

  const held = await getBalances(testApp.app.db, [
    'custody:hot:BTC',
    'custody:cold:BTC',
    'exchange:BTC',
  ])

  expect(held).toEqual([-170_000_000n, -130_000_000n, 300_000_000n])
})

test('a movement takes at most the balance of a place', async () => {
  await expect(proposeMove(toCold({ amount: '1.70000001' }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: "Not enough funds: the location 'hot' has 1.70000000 BTC.",
  })
})

test('a concurrent move from one place waits and gets the remaining balance', async () => {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [one, other] = [await proposeMove(toCold()), await proposeMove(toCold())]
  const first = testApp.app.db.transaction().execute(async (tx) => {
    await approveInTransaction(tx, testApp.app, ruth, one)
    begun.resolve()
    await go.promise
  })

  await Promise.race([begun.promise, first])

  const second = approveMovement(testApp.app, ruth, other).catch((error) => error)
  await Promise.race([second, pause(300)])
  go.resolve()
  await first

  expect(await second).toMatchObject({
    code: 'insufficient_funds',
    message: expect.stringContaining('0.70000000'),
  })
  expect(await getBalances(testApp.app.db, ['custody:hot:BTC'])).toEqual([-70_000_000n])
})

test('each error names its field', async () => {
  const wrong: [Partial<MoveCustody>, string, string][] = [
    [{ amount: '-1' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ toPlace: 'Cold Wallet', opensPlace: true }, 'invalid_place', 'toPlace'],
    [{ toPlace: '' }, 'same_place', 'toPlace'],
    [{ toPlace: 'hot' }, 'same_place', 'toPlace'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(proposeMove(toCold(rest)), `${field} ${code}`).rejects.toMatchObject({
      code,
      field,
    })
  await expect(proposeMove(toCold(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
})

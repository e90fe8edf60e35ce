import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesOf, listAccounts } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { beginMovement } from '../acts/begin-movement.ts'
import { capitalOf } from '../testing.ts'
import { type MoveCustody, moveCustody } from './move-custody.ts'

const ines = staff('ines', 'finance')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await capitalOf(house.app, 'BTC', 300_000_000n)
})
afterAll(() => house.close())

const toCold = (rest: Partial<MoveCustody> = {}): MoveCustody => ({
  ...{ currency: 'BTC', amount: '1', toPlace: 'cold', reason: 'Above the hot wallet’s limit.' },
  ...rest,
})
const moved = (input: MoveCustody, admin = ines) => moveCustody(house.app, admin, input)
const places = async () => (await listAccounts(house.app.db, { class: 'custody' })).map(({ code }) => code)

test('a place is opened only when that is said, and what moved there is held there', async () => {
  await expect(moved(toCold())).rejects.toMatchObject({
    code: 'unknown_place',
    status: 422,
    field: 'toPlace',
  })
  expect(await places()).not.toContain('custody:cold:BTC')
  const begun = await moved(toCold({ opensPlace: true }))
  expect(begun).toMatchObject({ proposal: null, movement: { place: 'hot', toPlace: 'cold' } })
  await moved(toCold({ amount: '0.5' }))
  await moved(toCold({ amount: '0.2', place: 'cold', toPlace: 'hot' }))
  const held = await balancesOf(house.app.db, ['custody:hot:BTC', 'custody:cold:BTC', 'exchange:BTC'])
  expect(held).toEqual([-170_000_000n, -130_000_000n, 300_000_000n])
})

test('no more than a place holds moves from it', async () => {
  await expect(moved(toCold({ amount: '1.70000001' }))).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: "There is 1.70000000 BTC in the place 'hot'.",
  })
})

test('who comes while another moves from a place waits, and is told what is left', async () => {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const movement = { kind: 'custody_moved', currency: 'BTC', units: 100_000_000n, place: 'hot' } as const
  const first = house.app.db.transaction().execute(async (tx) => {
    const whole = { ...movement, toPlace: 'cold', reason: 'First.' }
    await beginMovement(house.app, tx, ines, { id: 'mov_first', movement: whole })
    begun.resolve()
    await go.promise
  })
  await Promise.race([begun.promise, first])
  const second = moved(toCold({ amount: '1' })).catch((error) => error)
  await Promise.race([second, pause(300)])
  go.resolve()
  await first
  expect(await second).toMatchObject({
    code: 'insufficient_funds',
    message: expect.stringContaining('0.70000000'),
  })
  expect(await balancesOf(house.app.db, ['custody:hot:BTC'])).toEqual([-70_000_000n])
})

test('each wrong word is named by its field', async () => {
  const wrong: [Partial<MoveCustody>, string, string][] = [
    [{ amount: '-1' }, 'invalid_amount', 'amount'],
    [{ reason: '' }, 'reason_needed', 'reason'],
    [{ place: 'vault' }, 'unknown_place', 'place'],
    [{ toPlace: 'Cold Wallet', opensPlace: true }, 'invalid_place', 'toPlace'],
    [{ toPlace: '' }, 'same_place', 'toPlace'],
    [{ toPlace: 'hot' }, 'same_place', 'toPlace'],
  ]
  for (const [rest, code, field] of wrong)
    await expect(moved(toCold(rest)), `${field} ${code}`).rejects.toMatchObject({ code, field })
  await expect(moved(toCold(), staff('mo', 'support'))).rejects.toMatchObject({ code: 'role_missing' })
})

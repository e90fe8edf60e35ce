import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { BANK } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { takeBreak } from './take-break.ts'

let house: TestApp
let ines: Admin
let ruth: Admin
let breakId: string

beforeAll(async () => {
  house = await testApp()
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
  ruth = (await anAdmin(house.app, { role: 'owner' })).admin
  breakId = (await enter('0.01')).breakId ?? ''
})
afterAll(() => house.close())

const enter = (amount: string) => {
  house.app.clock.advance(1_000)
  return recordOutsideBalance(house.app, ines, { account: BANK, amount, evidence: 'statement' })
}
const actsOf = async () =>
  (await listActs(house.app.db, { subjectId: breakId, action: 'break.taken' })).map((act) => [
    act.actor.id,
    act.details.from,
  ])

test('who takes a break owns it; taking it again changes nothing', async () => {
  const taken = await takeBreak(house.app, ines, breakId)
  expect(taken).toMatchObject({
    ownerId: ines.id,
    takenAt: house.app.clock.now(),
    resolvedAt: null,
  })

  house.app.clock.advance(60_000)
  expect(await takeBreak(house.app, ines, breakId)).toEqual(taken)
  expect(await actsOf()).toEqual([[ines.id, null]])
})

test('somebody else may take it over, and the record says from whom', async () => {
  expect(await takeBreak(house.app, ruth, breakId)).toMatchObject({ ownerId: ruth.id })
  expect(await actsOf()).toEqual([
    [ruth.id, ines.id],
    [ines.id, null],
  ])
})

test('taken by many at once it has one owner, and each who took it is in the record', async () => {
  const others = await Promise.all([1, 2, 3].map(() => anAdmin(house.app, { role: 'finance' })))
  const taken = await Promise.all(others.map(({ admin }) => takeBreak(house.app, admin, breakId)))
  const ids = others.map(({ admin }) => admin.id)

  expect(taken.map(({ ownerId }) => ownerId)).toEqual(ids)
  expect(
    (await actsOf())
      .slice(0, 3)
      .map(([by]) => by)
      .sort(),
  ).toEqual([...ids].sort())
})

test('what does not exist, what ended and who may not are refused', async () => {
  const { admin: viewer } = await anAdmin(house.app, { role: 'viewer' })
  await expect(takeBreak(house.app, viewer, breakId)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(takeBreak(house.app, ines, 'brk_none')).rejects.toMatchObject({ status: 404 })

  await enter('0')
  await expect(takeBreak(house.app, ines, breakId)).rejects.toMatchObject({
    code: 'break_resolved',
    status: 409,
  })
})

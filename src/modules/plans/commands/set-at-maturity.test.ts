import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { AT_MATURITY, type PlanVersion } from '../model.ts'
import { getPosition } from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { setAtMaturity } from './set-at-maturity.ts'

let testApp: TestApp
let version: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  version = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

async function createInvestor(openedOn = '2026-11-20') {
  const { member } = await createTestMember(testApp.app)
  const positionInput = { memberId: member.id, version, principal: 200_000n, openedOn }
  return { member, ...(await createPosition(testApp.app, positionInput)) }
}

test('a member chooses what becomes of a position, as often as they like, and each choice is on record', async () => {
  const { member, id } = await createInvestor()
  expect((await getPosition(testApp.app.db, member.id, id, '2026-11-20')).atMaturity).toBe(
    'to_balance',
  )

  for (const atMaturity of AT_MATURITY.toReversed())
    expect(await setAtMaturity(testApp.app, member, { positionId: id, atMaturity })).toMatchObject({
      id,
      atMaturity,
    })

  const auditEvents = await listAuditEvents(testApp.app.db, { subjectId: id })
  expect(auditEvents.map(({ action, details }) => [action, details.to])).toEqual([
    ['position.at-maturity-set', 'to_balance'],
    ['position.at-maturity-set', 'reinvest_principal'],
    ['position.at-maturity-set', 'reinvest_all'],
  ])
})

test('the choice is open until the day before maturity, and closed from that day on', async () => {
  const last = await createInvestor('2026-10-22')
  expect(last.maturesOn).toBe('2026-11-21')

  const chosen = { positionId: last.id, atMaturity: 'reinvest_all' as const }
  expect(await setAtMaturity(testApp.app, last.member, chosen)).toMatchObject({
    atMaturity: 'reinvest_all',
  })

  const due = await createInvestor('2026-10-21')
  await expect(
    setAtMaturity(testApp.app, due.member, { positionId: due.id, atMaturity: 'reinvest_all' }),
  ).rejects.toMatchObject({
    code: 'position_ended',
    status: 409,
    message: 'This investment matured on 20 Nov 2026.',
  })

  expect((await getPosition(testApp.app.db, due.member.id, due.id, '2026-11-20')).atMaturity).toBe(
    'to_balance',
  )
})

test.each([
  ['redeemed', 'This investment has been fully withdrawn.'],
  ['lost', 'This investment was lost in full.'],
])('nothing is chosen for a position that is over: %s', async (status, message) => {
  const { member, id } = await createInvestor()
  await testApp.database.owner.query(
    'update position set remaining_cents = 0, status = $2 where id = $1',
    [id, status],
  )

  const asking = setAtMaturity(testApp.app, member, { positionId: id, atMaturity: 'reinvest_all' })
  await expect(asking).rejects.toMatchObject({ code: 'position_ended', status: 409, message })
})

test("another member's position is not found, and stays as it was", async () => {
  const { member, id } = await createInvestor()
  const { member: other } = await createTestMember(testApp.app)
  const asking = setAtMaturity(testApp.app, other, { positionId: id, atMaturity: 'reinvest_all' })

  await expect(asking).rejects.toMatchObject({ code: 'not_found', status: 404 })
  expect((await getPosition(testApp.app.db, member.id, id, '2026-11-20')).atMaturity).toBe(
    'to_balance',
  )
})

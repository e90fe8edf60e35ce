import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { giveRedemptionNotice } from '../commands/give-redemption-notice.ts'
import { listMemberRedemptionNotices } from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { maturePositions } from './mature-positions.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A notice that was given after the notices of the last day ended is cancelled.', async () => {
  const { app } = testApp
  const today = app.clock.today()
  const version = await createPublishedPlan(app, { termDays: 100, noticePeriodDays: 1 })
  const { member } = await createTestMember(app)
  const { id } = await createPosition(app, {
    memberId: member.id,
    version,
    principal: 100_000n,
    openedOn: addDays(today, -99),
  })
  await giveRedemptionNotice(app, member, { positionId: id, amount: 40_000n })

  const lastDay = addDays(today, 1)
  expect(await runInTransaction(app.db, (tx) => maturePositions(tx, app, lastDay, 10))).toBe(1)
  expect(await listMemberRedemptionNotices(app.db, member.id)).toMatchObject([
    { status: 'cancelled', amount: 40_000n },
  ])
})

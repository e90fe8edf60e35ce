import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getBreak } from '../queries.ts'
import { BANK } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { resolveBreak } from './resolve-break.ts'
import { takeBreak } from './take-break.ts'

const EXPLANATION = 'The bank booked its fee a day early.'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let breakId: string

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
beforeEach(async () => {
  await enter('0')
  breakId = (await enter('0.01')).breakId ?? ''
})
afterAll(() => testApp.close())

const enter = (amount: string) => {
  testApp.app.clock.advance(1_000)
  return recordOutsideBalance(testApp.app, ines, { account: BANK, amount, evidence: 'statement' })
}
const resolve = (by: Admin, explanation = EXPLANATION) =>
  resolveBreak(testApp.app, by, { breakId, explanation })

test('the owner of a break explains it, and it resolves as explained, not as agreed', async () => {
  await takeBreak(testApp.app, ines, breakId)
  expect(await resolve(ines)).toMatchObject({
    resolvedAs: 'explained',
    resolution: EXPLANATION,
    resolvedBy: ines.id,
    resolvedByBalance: null,
    resolvedAt: testApp.app.clock.now(),
  })

  const [event] = await listAuditEvents(testApp.app.db, { subjectId: breakId })
  expect(event).toMatchObject({
    action: 'break.resolved',
    details: { as: 'explained', difference: '1' },
  })
})

test('an admin with the owner role explains any break', async () => {
  expect(await resolve(ruth)).toMatchObject({ resolvedBy: ruth.id, ownerId: null })
})

test('an admin who does not own a break cannot explain it', async () => {
  await expect(resolve(ines)).rejects.toMatchObject({ code: 'not_break_owner', status: 403 })

  const other = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  await takeBreak(testApp.app, other, breakId)

  await expect(resolve(ines)).rejects.toMatchObject({ code: 'not_break_owner' })

  const support = (await createTestAdmin(testApp.app, { role: 'support' })).admin
  await expect(resolve(support)).rejects.toMatchObject({ code: 'role_missing' })
  expect(await getBreak(testApp.app.db, breakId)).toMatchObject({
    resolvedAt: null,
    ownerId: other.id,
  })
})

test('an explanation is a sentence of 30 to 1,000 characters', async () => {
  const word = 'timingdifference'.repeat(3)
  for (const short of ['', 'a fee', '  ninechars   ', 'timing difference', word, 'x '.repeat(501)])
    await expect(resolve(ruth, short), short).rejects.toMatchObject({ code: 'explanation_needed' })
})

test('a break is resolved once, also concurrently', async () => {
  const answers = await Promise.allSettled([resolve(ruth), resolve(ruth), resolve(ruth)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(resolve(ruth)).rejects.toMatchObject({ code: 'break_resolved', status: 409 })
  await expect(
    resolveBreak(testApp.app, ruth, { breakId: 'brk_none', explanation: EXPLANATION }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a resolved break cannot be changed', async () => {
  await resolve(ruth)

  const reopen = 'update reconciliation_break set resolution = $1 where id = $2'
  for (const pool of [testApp.database.owner, testApp.database.pool])
    await expect(pool.query(reopen, ['Another explanation.', breakId])).rejects.toThrow(
      'do not change',
    )
})

test('a concurrent explanation and equal balance resolve the break once', async () => {
  testApp.app.clock.advance(1_000)
  await Promise.allSettled([resolve(ruth), enter('0')])
  const ended = await getBreak(testApp.app.db, breakId)
  expect(ended.resolvedAt).not.toBeNull()
  expect((await enter('0')).breakId).toBeNull()
})

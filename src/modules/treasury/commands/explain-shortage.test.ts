import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decide } from '#modules/approvals/steps/decide.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getBreak } from '../queries.ts'
import { approveExplanation, BANK, payCapital } from '../testing.ts'
import { recordOutsideBalance } from './record-outside-balance.ts'
import { resolveBreak } from './resolve-break.ts'

const EXPLANATION = 'The bank booked its fee a day early.'
const REFUSED = 'needs the approval of two admins'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let breakId: string

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  await payCapital(testApp.app, 100_000n)
})
beforeEach(async () => {
  await enter('1000')
  breakId = (await enter('999.95')).breakId ?? ''
})
afterAll(() => testApp.close())

const enter = (amount: string) => {
  testApp.app.clock.advance(1_000)
  return recordOutsideBalance(testApp.app, ines, { account: BANK, amount, evidence: 'statement' })
}
const resolve = () => resolveBreak(testApp.app, ruth, { breakId, explanation: EXPLANATION })
const readBreak = () => getBreak(testApp.app.db, breakId)

test('one admin never explains a shortage: the explanation waits for another admin', async () => {
  const { proposal, ...waiting } = await resolve()
  expect(waiting).toMatchObject({ resolvedAt: null, shortage: true })
  expect(proposal).toMatchObject({
    permission: 'break.explain',
    subjectId: breakId,
    content: { explanation: EXPLANATION, difference: '-5', place: 'bank', currency: 'USD' },
  })

  await expect(resolve()).rejects.toMatchObject({ code: 'already_proposed', status: 409 })
  await expect(approveExplanation(testApp.app, ruth, proposal)).rejects.toMatchObject({
    code: 'second_admin',
  })
  expect((await readBreak()).resolvedAt).toBeNull()

  await approveExplanation(testApp.app, ines, proposal)
  expect(await readBreak()).toMatchObject({
    resolvedAs: 'explained',
    resolvedBy: ruth.id,
    resolution: EXPLANATION,
    approvalId: proposal?.id,
  })

  const [event] = await listAuditEvents(testApp.app.db, { subjectId: breakId })
  expect(event).toMatchObject({
    action: 'break.resolved',
    actor: { id: ines.id },
    details: { as: 'explained', difference: '-5', approval: proposal?.id },
  })
})

test('a break that was a shortage stays one, also after a surplus was entered', async () => {
  await enter('1000.01')
  expect(await resolve()).toMatchObject({
    resolvedAt: null,
    shortage: true,
    latest: { difference: 1n },
    proposal: { permission: 'break.explain' },
  })
})

test('an approved explanation is about one difference, and refused after another', async () => {
  const { proposal } = await resolve()
  await enter('900')

  await expect(approveExplanation(testApp.app, ines, proposal)).rejects.toMatchObject({
    code: 'difference_changed',
    status: 409,
  })
  expect((await readBreak()).resolvedAt).toBeNull()
})

test('the database refuses an explained shortage that two admins did not agree to', async () => {
  const explain = (approval: string | null, text = EXPLANATION) =>
    testApp.database.pool.query(
      `update reconciliation_break set resolved_at = $5, resolved_by = $2,
        resolved_as = 'explained', resolution = $3, approval_id = $4 where id = $1`,
      [breakId, ruth.id, text, approval, testApp.app.clock.now()],
    )

  const { proposal } = await resolve()
  const approval = proposal?.id ?? ''
  await expect(explain(null)).rejects.toThrow(REFUSED)
  await expect(explain(approval)).rejects.toThrow(REFUSED)

  await runInTransaction(testApp.app.db, async (tx) => {
    if (!proposal) throw new Error('The explanation of a shortage waits.')
    const decision = { approve: true, contentHash: proposal.contentHash }
    await decide(tx, testApp.app, ines, proposal, decision)
  })
  await expect(explain(approval, `${EXPLANATION} Or not.`)).rejects.toThrow(REFUSED)

  await enter('999.90')
  await expect(explain(approval)).rejects.toThrow(REFUSED)

  await enter('999.95')
  await explain(approval)
  expect(await readBreak()).toMatchObject({ resolvedAs: 'explained', approvalId: approval })
})

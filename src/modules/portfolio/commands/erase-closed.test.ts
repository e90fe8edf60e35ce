import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { findProof } from '#modules/deposits/queries.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { FileMissing } from '#platform/files/files.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { closeOwnAccount } from './close-own-account.ts'
import { eraseClosed } from './erase-closed.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Proofs and mails of closed accounts are erased after their retention period', async () => {
  const { app } = testApp
  await app.db
    .transaction()
    .execute((tx) =>
      setSetting(
        tx,
        'retention',
        { proofDays: 30, messageDays: 10, notificationDays: 10, identityDays: 30 },
        { by: 'adm_x', at: app.clock.now() },
      ),
    )

  const { admin } = await createTestAdmin(app)
  const planId = (await createPublishedPlan(app)).id
  const { member } = await createTestMember(app)
  const { member: stays } = await createTestMember(app)
  const [own, theirs] = [
    await createPendingDeposit(app, member, { planId, amount: '1500' }),
    await createPendingDeposit(app, stays, { planId, amount: '1500' }),
  ]

  await rejectDeposit(app, admin, { depositId: own.id, reason: 'Nothing arrived.' })
  await closeOwnAccount(app, member, {
    password: SAMPLE_PASSWORD,
    confirmation: 'CLOSE MY ACCOUNT',
  })

  const key = (await findProof(app.db, own.id))?.key ?? ''
  app.clock.advance(10 * DAY_MS - 1)
  await eraseClosed(app)

  expect(await listMail(app.db, { memberId: member.id })).not.toEqual([])

  app.clock.advance(1)
  await eraseClosed(app)

  expect(await listMail(app.db, { memberId: member.id })).toEqual([])
  expect(await app.files.read(key)).toBeTruthy()

  app.clock.advance(20 * DAY_MS)
  await eraseClosed(app)
  await eraseClosed(app)

  expect(await findProof(app.db, own.id)).toBeNull()
  await expect(app.files.read(key)).rejects.toThrow(FileMissing)
  expect(await findProof(app.db, theirs.id)).not.toBeNull()
  expect(await listMail(app.db, { memberId: stays.id })).not.toEqual([])
})

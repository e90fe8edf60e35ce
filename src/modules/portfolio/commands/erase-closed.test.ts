import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { findProof } from '#modules/deposits/queries.ts'
import { pendingDeposit } from '#modules/deposits/testing.ts'
import { aMember, anAdmin, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { closeOwnAccount } from './close-own-account.ts'
import { eraseClosed } from './erase-closed.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const DAY_MS = 86_400_000

test('Proofs and mails of who left are kept as long as the operator must, and erased then, the file too', async () => {
  const { app } = house
  await app.db
    .transaction()
    .execute((tx) =>
      setSetting(
        tx,
        'retention',
        { proofDays: 30, messageDays: 10, notificationDays: 10 },
        { by: 'adm_x', at: app.clock.now() },
      ),
    )

  const { admin } = await anAdmin(app)
  const planId = (await publishedPlan(app)).id
  const { member } = await aMember(app)
  const { member: stays } = await aMember(app)
  const [own, theirs] = [
    await pendingDeposit(app, member, { planId, amount: '1500' }),
    await pendingDeposit(app, stays, { planId, amount: '1500' }),
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
  await expect(app.files.read(key)).rejects.toThrow('ENOENT')
  expect(await findProof(app.db, theirs.id)).not.toBeNull()
  expect(await listMail(app.db, { memberId: stays.id })).not.toEqual([])
})

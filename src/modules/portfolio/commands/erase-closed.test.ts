import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { confirmMatch } from '#modules/compliance/commands/confirm-match.ts'
import { getCase } from '#modules/compliance/queries.ts'
import { createTestCase } from '#modules/compliance/testing.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { findProof } from '#modules/deposits/queries.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { addCaseNote } from '#modules/transaction-monitoring/commands/add-case-note.ts'
import { getMonitoringCase, listCaseNotes } from '#modules/transaction-monitoring/queries.ts'
import { createTestMonitoringCase } from '#modules/transaction-monitoring/testing.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
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

test('Cases of a closed account lose personal data after retention, and stay decided', async () => {
  const { app, database } = testApp
  const { member, found } = await createTestMonitoringCase(app)
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  await addCaseNote(app, admin, { caseId: found.id, content: 'Asked for the contract.' })
  await rejectWithdrawal(app, admin, { withdrawalId: found.subjectId, reason: 'Not paid.' })
  const { member: listed, found: match } = await createTestCase(app)
  const reason = 'Another date of birth, by the passport.'
  const erase = (id: string) =>
    database.pool.query(
      `update screening_case set matched_name = 'Erased', erased_at = now(),
        person = '{"name": "Erased", "birthDate": null, "country": null}' where id = $1`,
      [id],
    )
  await expect(erase(match.id), 'of an open account').rejects.toThrow('do not change')

  await confirmMatch(app, admin, { caseId: match.id, reason })
  for (const id of [member.id, listed.id])
    await database.owner.query(
      `update member set status = 'closed', closed_at = $2, email = id || '@closed.invalid',
        country = 'ZZ', phone_number = '' where id = $1`,
      [id, app.clock.now()],
    )
  for (const id of [member.id, listed.id])
    await database.owner.query(
      'insert into account_closing (member_id, closed_at, by_staff) values ($1, $2, false)',
      [id, app.clock.now()],
    )
  app.clock.advance(31 * DAY_MS)
  await eraseClosed(app)

  expect(await getMonitoringCase(app.db, found.id)).toMatchObject({ status: 'open', facts: {} })
  expect(await listCaseNotes(app.db, found.id)).toEqual([])
  expect(await getCase(app.db, match.id)).toMatchObject({
    status: 'true_match',
    person: { name: 'Erased' },
    matchedName: 'Erased',
    reason,
  })
})

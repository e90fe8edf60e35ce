import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { suspendStaff } from '#modules/identity/commands/suspend-staff.ts'
import { eraseMember } from '#modules/identity/steps/erase-member.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { MAX_NOTES, NOTE_MAX } from '../model.ts'
import { listNotes, listOpenTasks } from '../queries.ts'
import { writeNote } from './write-note.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A note about a member and one about a deposit say who wrote what and when', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const deposit = await createPendingDeposit(app, member, { planId, amount: '1500' })

  for (const subjectId of [member.id, deposit.id]) {
    await writeNote(app, admin, { subjectId, message: ' Called back. ' })
    await writeNote(app, admin, { subjectId, message: 'Sent the form.' })
    expect(await listNotes(app.db, subjectId)).toMatchObject([
      { message: 'Sent the form.', writtenBy: admin.id, task: null },
      { message: 'Called back.', writtenAt: expect.any(Date) },
    ])
  }

  const [event] = await listAuditEvents(app.db, { subjectId: deposit.id })
  expect(event).toMatchObject({ action: 'note.written', actor: { id: admin.id } })
  expect(JSON.stringify(event?.details)).not.toContain('Sent')
})

test('A task is listed for its assignee, the earliest due date first', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { admin: assignee } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)
  const assign = (message: string, dueOn?: string) =>
    writeNote(app, admin, { subjectId: member.id, message, assignedTo: assignee.id, dueOn })

  await assign('Without a date.')
  await assign('Later.', '2027-02-01')
  await assign('First.', '2027-01-01')

  const messages = async (id: string) =>
    (await listOpenTasks(app.db, id)).map(({ message }) => message)
  expect(await messages(assignee.id)).toEqual(['First.', 'Later.', 'Without a date.'])
  expect(await messages(admin.id)).toEqual([])
})

test('A viewer, an unknown subject, an empty or long text and a date without a person are rejected', async () => {
  const { app } = testApp
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { member } = await createTestMember(app)
  const write = (input: object, by = admin) =>
    writeNote(app, by, { subjectId: member.id, message: 'A note.', ...input })

  await expect(write({}, viewer)).rejects.toMatchObject({ code: 'role_missing' })
  for (const subjectId of ['mem_none', 'dep_none', 'pln_none', ''])
    await expect(write({ subjectId })).rejects.toMatchObject({ status: 404 })

  await expect(write({ message: ' ' })).rejects.toMatchObject({ field: 'message' })
  await expect(write({ message: 'x'.repeat(NOTE_MAX + 1) })).rejects.toMatchObject({ status: 400 })
  await expect(write({ dueOn: '2027-01-01' })).rejects.toMatchObject({ field: 'assignedTo' })
  expect(await listNotes(app.db, member.id)).toEqual([])
})

test('A task is never assigned to a viewer or to a suspended staff member', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { admin: suspended } = await createTestAdmin(app, { role: 'finance' })
  await suspendStaff(app, admin, { staffId: suspended.id, reason: 'Has left the firm.' })
  const { member } = await createTestMember(app)

  for (const { id } of [viewer, suspended])
    await expect(
      writeNote(app, admin, { subjectId: member.id, message: 'Call.', assignedTo: id }),
    ).rejects.toMatchObject({ code: 'not_assignable', field: 'assignedTo' })
})

test('A subject has a limited number of notes', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app)
  const { member } = await createTestMember(app)
  await database.owner.query(
    `insert into desk_note (id, member_id, message, written_by, written_at)
      select 'nte_' || lpad(n::text, 20, '0'), $1, 'A note.', $2, now()
      from generate_series(1, ${MAX_NOTES}) n`,
    [member.id, admin.id],
  )

  await expect(
    writeNote(app, admin, { subjectId: member.id, message: 'One more.' }),
  ).rejects.toMatchObject({ code: 'too_many_notes' })
})

test('Notes about a member are deleted with the account, and no text ever changes', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app)
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const deposit = await createPendingDeposit(app, member, { planId, amount: '1500' })
  for (const subjectId of [member.id, deposit.id])
    await writeNote(app, admin, { subjectId, message: 'A note.' })

  await expect(
    database.pool.query(`update desk_note set message = 'Another.' where member_id = $1`, [
      member.id,
    ]),
  ).rejects.toThrow('permission denied')

  await runInTransaction(app.db, (tx) => eraseMember(tx, member.id, app.clock.now()))
  expect(await listNotes(app.db, member.id)).toEqual([])
  expect(await listNotes(app.db, deposit.id)).toEqual([])
})

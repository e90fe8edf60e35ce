import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { listActs } from '#modules/audit/queries.ts'
import { getMember } from '#modules/identity/queries.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { adjustBalance } from './adjust-balance.ts'
import { deleteMember } from './delete-member.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const reason = 'Asked by letter.'

test('An owner deletes a member without money, with a reason that the member reads', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'owner' })
  const { member } = await aMember(app)

  await deleteMember(app, admin, { memberId: member.id, reason })
  expect((await getMember(app.db, member.id)).status).toBe('closed')
  expect((await findMail(app.db, member.email, 'farewell'))?.data).toEqual({
    byStaff: true,
    reason,
  })

  const [act] = await listActs(app.db, { subjectId: member.id, action: 'member.closed' })
  expect(act).toMatchObject({ actor: { id: admin.id }, details: { reason } })
  await expect(deleteMember(app, admin, { memberId: member.id, reason })).rejects.toMatchObject({
    code: 'account_closed',
  })
  await expect(
    adjustBalance(app, admin, { memberId: member.id, firstName: 'Nobody' }),
  ).rejects.toMatchObject({
    code: 'account_closed',
    status: 409,
  })
})

test('Money in the account, no reason, nobody of that id or not being an owner: nothing is deleted', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'owner' })
  const { admin: finance } = await anAdmin(app, { role: 'finance' })
  const { member } = await aMember(app)

  await expect(
    deleteMember(app, admin, { memberId: member.id, reason: ' ' }),
  ).rejects.toMatchObject({
    field: 'reason',
  })

  await expect(deleteMember(app, finance, { memberId: member.id, reason })).rejects.toMatchObject({
    status: 403,
  })
  await expect(deleteMember(app, admin, { memberId: newId('mem'), reason })).rejects.toMatchObject({
    status: 404,
  })

  await fund(app, member.id, { cash: 1n })
  await expect(deleteMember(app, admin, { memberId: member.id, reason })).rejects.toMatchObject({
    code: 'account_in_use',
  })
  expect((await getMember(app.db, member.id)).status).toBe('active')
})

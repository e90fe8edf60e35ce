import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { addTestApprovalKey } from '#modules/approvals/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createSoftPasskey, createTestAdmin } from '../testing.ts'
import { addApprovalKey } from './add-approval-key.ts'
import { beginApprovalKey } from './begin-approval-key.ts'
import { endApprovalKey } from './end-approval-key.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function addKey({ admin, sessionId }: Awaited<ReturnType<typeof createTestAdmin>>) {
  const { app } = testApp
  const options = { ...(await beginApprovalKey(app, admin, sessionId)) }
  const passkey = createSoftPasskey(app.config).make(options)
  return (await addApprovalKey(app, admin, { passkey, sessionId })).id
}

test('An admin ends an own key and an owner any key, once, for a reason; all staff are mailed.', async () => {
  const { app } = testApp
  const owner = await createTestAdmin(app, { role: 'owner' })
  const finance = await createTestAdmin(app, { role: 'finance' })
  const other = await createTestAdmin(app, { role: 'finance' })
  const [one, two] = [await addKey(finance), await addKey(finance)]
  const reason = 'The device was lost.'

  const end = (by: typeof owner, id: string, why = reason) =>
    endApprovalKey(app, by.admin, { id, reason: why })
  await expect(end(other, one)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(end(finance, one, 'lost')).rejects.toMatchObject({ field: 'reason' })
  await expect(end(finance, 'apk_none')).rejects.toMatchObject({ code: 'not_found' })
  await end(finance, one)
  for (const { admin } of [owner, other]) await addTestApprovalKey(testApp, admin.id)
  await end(owner, two)
  await expect(end(owner, two)).rejects.toMatchObject({ code: 'approval_key_ended' })

  const keys = await listOwnApprovalKeys(app.db, finance.admin.id)
  expect(keys.map(({ ended }) => ended?.by)).toEqual([finance.admin.id, owner.admin.id])
  expect((await findMail(app.db, other.admin.email, 'approval-key-changed'))?.data).toMatchObject({
    what: 'ended',
    about: finance.admin.label,
    reason,
  })
})

test('An owner ends no active key if that leaves fewer than two admins with a money role and a key.', async () => {
  const own = await createTestApp()
  const { app } = own
  const owner = await createTestAdmin(app, { role: 'owner' })
  const staff = [owner, await createTestAdmin(app, { role: 'finance' })]
  staff.push(await createTestAdmin(app, { role: 'finance' }))
  const support = await createTestAdmin(app, { role: 'support' })
  for (const { admin } of [...staff, support]) await addTestApprovalKey(own, admin.id)
  const end = async (by: typeof owner, of: typeof owner | undefined) => {
    const [key] = await listOwnApprovalKeys(app.db, of?.admin.id ?? '')
    await endApprovalKey(app, by.admin, { id: key?.id ?? '', reason: 'The device was lost.' })
  }

  await end(owner, staff[1])
  await expect(end(owner, staff[2])).rejects.toMatchObject({ code: 'last_approval_keys' })
  await end(owner, owner)
  await own.close()
})

test('Keys that were made for another address don’t count as those that are left.', async () => {
  const own = await createTestApp()
  const { app } = own
  const owner = await createTestAdmin(app, { role: 'owner' })
  const staff = [await createTestAdmin(app), await createTestAdmin(app), await createTestAdmin(app)]
  for (const { admin } of staff) await addTestApprovalKey(own, admin.id)
  await own.database.owner.query(`alter table approvals.key disable trigger append_only`)
  await own.database.owner.query(
    `update approvals.key set origin = 'https://old.example', rp_id = 'old.example'
      where admin_id = $1`,
    [staff[2]?.admin.id],
  )
  const end = async (of: typeof owner | undefined) => {
    const [key] = await listOwnApprovalKeys(app.db, of?.admin.id ?? '')
    await endApprovalKey(app, owner.admin, { id: key?.id ?? '', reason: 'The device was lost.' })
  }

  await expect(end(staff[0])).rejects.toMatchObject({ code: 'last_approval_keys' })
  await end(staff[2])
  await own.close()
})

test('Two ends at once leave no fewer keys than one after the other.', async () => {
  const own = await createTestApp()
  const { app } = own
  const owner = await createTestAdmin(app, { role: 'owner' })
  const others = [await createTestAdmin(app), await createTestAdmin(app)]
  for (const { admin } of [owner, ...others]) await addTestApprovalKey(own, admin.id)

  const ends = await Promise.allSettled(
    others.map(async ({ admin }) => {
      const [key] = await listOwnApprovalKeys(app.db, admin.id)
      await endApprovalKey(app, owner.admin, { id: key?.id ?? '', reason: 'It was stolen.' })
    }),
  )
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await own.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnApprovalKeys } from '#modules/approvals/queries.ts'
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

test('An admin ends an own key and an owner that of another, once, for a reason; all staff are mailed.', async () => {
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

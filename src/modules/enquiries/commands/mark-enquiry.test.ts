import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { countEnquiries, listEnquiries } from '../queries.ts'
import { anEnquiry } from '../testing.ts'
import { markEnquiry } from './mark-enquiry.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('the staff note how far a message is and whose it is, and it is written down who did', async () => {
  const { admin } = await anAdmin(house.app, { role: 'support' })
  const { id } = await anEnquiry(house.app)
  const before = await countEnquiries(house.app.db)
  const marked = await markEnquiry(house.app, admin, { id, state: 'read', assignedTo: admin.id })

  expect(marked).toMatchObject({ state: 'read', assignedTo: admin.id, handledBy: admin.id })
  expect(await countEnquiries(house.app.db)).toEqual({ ...before, unread: before.unread - 1 })

  await markEnquiry(house.app, admin, { id, state: 'read' })
  expect(await markEnquiry(house.app, admin, { id, assignedTo: null })).toMatchObject({
    state: 'read',
    assignedTo: null,
  })
  expect(await listActs(house.app.db, { subjectId: id })).toHaveLength(2)

  const open = async () =>
    (await listEnquiries(house.app.db, { state: 'open' })).map((one) => one.id)
  expect(await open()).toContain(id)

  await markEnquiry(house.app, admin, { id, state: 'answered' })
  expect(await open()).not.toContain(id)
  expect((await countEnquiries(house.app.db)).open).toBe(before.open - 1)
})

test('a viewer marks nothing, nobody is given to who is not of the staff, and what is not there is a 404', async () => {
  const { admin: viewer } = await anAdmin(house.app, { role: 'viewer' })
  const { admin } = await anAdmin(house.app, { role: 'finance' })
  const { id } = await anEnquiry(house.app)

  await expect(markEnquiry(house.app, viewer, { id, state: 'read' })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(markEnquiry(house.app, admin, { id, assignedTo: 'mem_x' })).rejects.toMatchObject({
    code: 'not_staff',
    field: 'assignedTo',
  })

  await expect(
    markEnquiry(house.app, admin, { id: 'enq_none', state: 'read' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

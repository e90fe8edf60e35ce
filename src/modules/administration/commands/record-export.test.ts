import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { recordExport } from './record-export.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const body = { name: 'staff.csv', rows: 4, search: 'ruth' }
const save = async (role: Role, sent: object = body) => {
  const { token } = await server.asAdmin(role)
  return await server.send('POST', '/api/admin/exports', { token, body: sent })
}

test('A list that the browser saves is recorded first, with its search and number of rows.', async () => {
  expect((await save('support')).status).toBe(200)

  const [event] = await listAuditEvents(server.app.db, { action: 'list.exported' })
  expect(event).toMatchObject({
    actor: { kind: 'admin' },
    subjectId: 'staff.csv',
    details: { file: 'staff.csv', rows: 4, filter: { search: 'ruth' } },
  })
})

test('A viewer may not save a list, and a file without a name is refused.', async () => {
  expect((await save('viewer')).status).toBe(403)

  const { admin } = await createTestAdmin(server.app, { role: 'viewer' })
  await expect(recordExport(server.app, admin, body), 'without the route').rejects.toMatchObject({
    code: 'role_missing',
  })
  expect((await save('owner', { rows: 4 })).status).toBe(400)
  expect(await listAuditEvents(server.app.db, { action: 'list.exported' })).toHaveLength(1)
})

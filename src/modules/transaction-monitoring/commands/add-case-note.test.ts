import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { createTestMonitoringCase } from '../testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const CONTENT = 'Asked the member for the contract of sale.'

test('Notes are added to the file of a case, downloaded by staff and never rewritten', async () => {
  const { found, member, withdrawalId } = await createTestMonitoringCase(server.app)
  const { token } = await server.asAdmin('support')
  const path = `/api/admin/monitoring/${found.id}`
  const add = (content: string) =>
    server.send('POST', `${path}/notes`, { token, body: { content } })

  expect((await add(`  ${CONTENT} `)).status).toBe(200)
  const refused = await add(' ')
  expect(refused.status).toBe(400)
  expect(refused.json).toMatchObject({ code: 'text_needed', errors: [{ field: 'content' }] })

  const { json } = await server.send('GET', `${path}/file`, { token })
  expect(json).toMatchObject({
    case: {
      _id: found.id,
      member: { _id: member.id },
      transaction: { _id: withdrawalId, amount: '100.00', address: TEST_ADDRESS },
      finding: '$100.00 of withdrawals in 30 days; the limit is $100.00.',
      status: 'open',
    },
    notes: [{ content: CONTENT }],
  })
  const pdf = await server.send('GET', `${path}/file?format=pdf`, { token })
  expect(pdf.text).toMatch(/^%PDF-/)
  expect(await listAuditEvents(server.app.db, { action: 'file.downloaded' })).toMatchObject([
    { subjectId: found.id },
    { subjectId: found.id },
  ])

  await expect(
    server.database.owner.query("update monitoring_note set content = 'x'"),
  ).rejects.toThrow()
})

test('A viewer reads cases and notes, but adds none and downloads no file', async () => {
  const { found } = await createTestMonitoringCase(server.app)
  const { token } = await server.asAdmin('viewer')
  const path = `/api/admin/monitoring/${found.id}`

  expect((await server.send('GET', '/api/admin/monitoring', { token })).status).toBe(200)
  expect((await server.send('GET', `${path}/notes`, { token })).status).toBe(200)
  const body = { content: CONTENT }
  expect((await server.send('POST', `${path}/notes`, { token, body })).status).toBe(403)
  expect((await server.send('GET', `${path}/file`, { token })).status).toBe(403)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { runHealthChecks } from './run-health-checks.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('Acknowledging an alert is audited; a resolved alert answers 404.', async () => {
  await runHealthChecks(server.app, { 'jobs-overdue': async () => 'A job is waiting.' })

  const { token } = await server.asAdmin('support')
  const read = async () =>
    (await server.send('GET', '/api/admin/alerts', { token })).json.data.alerts
  const [alert] = await read()

  expect(alert).toMatchObject({
    title: 'Jobs overdue',
    message: 'A job is waiting.',
    acknowledged: null,
  })

  const path = `/api/admin/alerts/${alert._id}/acknowledge`
  const viewer = await server.asAdmin('viewer')
  expect((await server.send('POST', path, { token: viewer.token })).status).toBe(403)
  expect((await server.send('POST', path, { token })).status).toBe(200)
  expect((await server.send('POST', path, { token })).status).toBe(200)
  expect((await read())[0].acknowledged).toMatchObject({ by: expect.any(String) })

  const { rows } = await server.database.owner.query(
    "select from audit_event where action = 'alert.acknowledged'",
  )
  expect(rows).toHaveLength(1)

  await runHealthChecks(server.app, { 'jobs-overdue': async () => null })
  server.clock.advance(5 * 60_000)
  await runHealthChecks(server.app, { 'jobs-overdue': async () => null })

  expect((await server.send('POST', path, { token })).status).toBe(404)
})

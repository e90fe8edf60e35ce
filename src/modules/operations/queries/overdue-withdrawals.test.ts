import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { healthChecks } from './health-checks.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Reads every place that shows staff a late withdrawal. */
async function readPlaces(id: string) {
  const { token } = await server.asAdmin('finance')
  const read = async (path: string) => (await server.send('GET', path, { token })).json.data
  const [row] = await read('/api/admin/withdrawals')
  const { withdrawal } = await read(`/api/admin/withdrawals/${id}/review`)
  const live = { ...server.app, config: { ...server.app.config, MODE: 'live' as const } }

  return {
    dashboard: (await read('/api/admin/totals')).overdue_withdrawals,
    menu: (await read('/api/admin/waiting')).overdue_withdrawals,
    list: row.late,
    review: withdrawal.late,
    alert: await healthChecks['withdrawals-late'](live),
  }
}

test('A late withdrawal is counted on the dashboard, marked in list and review, and raises an alert.', async () => {
  const { admin } = await server.asAdmin('finance')
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 50_000n })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, input)

  server.clock.advance(24 * HOUR_MS)
  const inTime = { dashboard: 0, menu: 0, list: false, review: false, alert: null }
  expect(await readPlaces(id)).toEqual(inTime)

  server.clock.advance(1)
  const late = { dashboard: 1, menu: 1, list: true, review: true }
  expect(await readPlaces(id)).toMatchObject(late)
  expect((await readPlaces(id)).alert).toBe(
    '1 withdrawal is open for longer than the processing time of 24 hours shown to members.',
  )

  await approveReviewed(server.app, admin, id)
  expect(await readPlaces(id)).toMatchObject(late)

  await markPaid(server.app, admin, { withdrawalId: id, txid: 'tx-late' })
  expect(await readPlaces(id)).toEqual(inTime)
})

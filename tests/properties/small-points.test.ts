import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { formatJobName } from '#modules/administration/components/job-labels.tsx'
import { searchAuditEvents } from '#modules/audit/queries.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { findDeletionObstacle } from '#modules/backoffice/model/deletion-obstacle.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { jobs } from '../../src/worker.ts'
import { type TestServer, testServer } from '../support/http.ts'

const ROOT = join(import.meta.dirname, '../..')
const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka' } as const

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('Deleting is not offered for a member with money.', async () => {
  const none = {
    ...{ cash: '0.00', principal: '0.00', total_balance: '0.00' },
    ...{ held: '0.00', accrued: '0.00', due: '0.00' },
  }
  expect(findDeletionObstacle(none)).toBeUndefined()
  for (const field of Object.keys(none))
    expect(findDeletionObstacle({ ...none, [field]: '0.01' }), field).toMatch(/^[A-Z].+\.$/)
})

test('A position whose term is over lists no estimate.', async () => {
  const plan = await createPublishedPlan(server.app, { termDays: 30 })
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, { invested: 150_000n, planVersionId: plan.id })
  const readPosition = async () => {
    const { token } = await server.asAdmin()
    return (await server.send('GET', `/api/admin/users/${member.id}`, { token })).json.data
      .positions[0]
  }

  server.clock.advance(10 * DAY_MS)
  const running = await readPosition()
  expect(running.status).toBe('open')
  expect(running.accrued).not.toBe('0.00')

  server.clock.advance(25 * DAY_MS)
  await settleDays(server.app)
  expect(await readPosition()).toMatchObject({ status: 'matured', accrued: '0.00' })
})

test('Audit events are in the order of their time, and so are the pages.', async () => {
  const at = (day: number) => new Date(Date.UTC(2031, 0, day))
  for (const day of [3, 1, 2, 5, 4])
    await server.app.db
      .transaction()
      .execute((tx) => record(tx, at(day), ruth, 'job.retried', `day ${day}`))

  const search = { action: 'job', limit: 2 }
  const days: string[] = []
  for (let before: bigint | undefined; ; ) {
    const page = await searchAuditEvents(server.app.db, {
      ...search,
      ...(before !== undefined && { before }),
    })
    days.push(...page.map(({ subjectId }) => subjectId))
    before = page.at(-1)?.sequence
    if (page.length < 2) break
  }
  expect(days).toEqual(['day 5', 'day 4', 'day 3', 'day 2', 'day 1'])
})

/** What the form sends when nothing is filled in. */
const EMPTY_PLAN = {
  ...{ family: 'crypto', name: '', minAmount: '', maxAmount: '', percentage: '', termDays: 0 },
  ...{ basis: '', risk: '', liquidity: '', fees: '', sample: false },
}

test('Every job on the screen of jobs has a name in words.', () => {
  const queues = jobs.filter(({ pauseMs }) => pauseMs === undefined)
  for (const { name } of queues) expect(formatJobName(name), name).toMatch(/^[A-Z]/)
})

test('An empty plan names every field that is missing.', async () => {
  const { token } = await server.asAdmin()
  const { json } = await server.send('POST', '/api/admin/plans', { token, body: EMPTY_PLAN })
  const fields = json.errors.map(({ field }: { field: string }) => field)
  for (const field of ['name', 'minAmount', 'percentage', 'termDays', 'basis', 'risk'])
    expect(fields).toContain(field)
  for (const { message } of json.errors) expect(message).not.toContain('missing or too long')
})

test('No screen or text has a made-up time of day.', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((name) =>
    /23:59/.test(readFileSync(join(ROOT, name), 'utf8')),
  )
  expect(found).toEqual([])
})

test('npm prints errors only: no list of packages that ask for another Node.', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^loglevel=error$/m)
})

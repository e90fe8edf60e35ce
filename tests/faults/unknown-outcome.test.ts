import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { App } from '#platform/app.ts'
import { migrate } from '#platform/db/migrate.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createHttp } from '#platform/http/app.ts'
import { member, memberMoney } from '#platform/http/contract.ts'
import { implementCalls, type Session } from '#platform/http/http.ts'
import { messageOnly } from '#platform/http/schemas.ts'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { PROJECT, scratchFolder } from '../support/launcher.ts'
import {
  type RestartablePostgres,
  startRestartablePostgres,
} from '../support/restartable-postgres.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const input = z.object({ note: z.string() })
const contract = {
  pay: memberMoney.route({ method: 'POST', path: '/pay' }).input(input).output(messageOnly),
  save: member.route({ method: 'POST', path: '/save' }).input(input).output(messageOnly),
  read: member.route({ method: 'GET', path: '/read' }).output(messageOnly),
}

const calls = implementCalls(contract)
const handle = ({ context, input }: { context: { app: App }; input: { note: string } }) =>
  runInTransaction(context.app.db, async (tx) => {
    attempts++
    await sql`insert into paid values (${input.note})`.execute(tx)
    if (attempts === 1) await disturb?.()
    await sql`select 1`.execute(tx)
    context.app.events.publish('member:mem_maya', input.note)
    return { message: `Done: ${input.note}.` }
  })

const router = calls.router({
  pay: calls.pay.handler(handle),
  save: calls.save.handler(handle),
  read: calls.read.handler(async ({ context }) => {
    await sql`select from paid`.execute(context.app.db)
    return { message: 'Read.' }
  }),
})

const scratch = scratchFolder()
let postgres: RestartablePostgres
let proxy: TcpProxy
let opened: Awaited<ReturnType<typeof openApp>>
let http: ReturnType<typeof createHttp>
let attempts = 0
let disturb: (() => unknown) | null = null
let resolve: (app: App) => Promise<unknown> = async () => {}

beforeAll(async () => {
  postgres = await startRestartablePostgres()
  proxy = await openTcpProxy(postgres.port)
  await migrate(postgres.ownerUrl, `${PROJECT}/db`, 'sandbox')
  await postgres.query('create table paid (note text); grant select, insert on paid to candor_app')
  opened = await openApp(
    readConfig({
      DATABASE_URL: proxy.through(postgres.serverUrl),
      DATA_DIR: scratch.path,
      LOG_LEVEL: 'silent',
      SECRET: 'for tests alone: thirty-two characters and more',
      CALLS_PER_PERSON: '0',
      CALLS_PER_SOURCE: '0',
    }),
  )

  const who = { kind: 'member', id: 'mem_maya', label: 'Maya' } as never
  const session: Session = { id: 'ses_1', via: 'bearer', who }
  http = createHttp({
    app: opened.app,
    contract,
    router,
    resolveSession: async (app) => {
      await resolve(app)
      return session
    },
    peekSession: async () => session,
    moneyGate: async () => {},
    enforceStepUp: async () => {},
    recordDownload: async () => {},
  })
})
afterEach(() => {
  proxy.cutAnswerTo(null)
  attempts = 0
  disturb = null
  resolve = async () => {}
})
afterAll(async () => {
  await opened.close()
  await proxy.close()
  await postgres.close()
  scratch.remove()
})

async function send(path: string, note?: string) {
  const answer = await http.request(`http://localhost:3000/api/${path}`, {
    method: note ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${note}` },
    ...(note ? { body: JSON.stringify({ note }) } : {}),
  })
  const { message, code } = (await answer.json()) as { message: string; code?: string }
  const retryAfter = answer.headers.get('retry-after')
  const isReplayed = answer.headers.get('idempotency-replayed') === 'true'

  return { status: answer.status, message, code, retryAfter, isReplayed }
}

const count = async (note: string) =>
  (await postgres.query('select from paid where note = $1', [note])).length

test('a call that moves money is run again when its connection broke before the COMMIT', async () => {
  const events: string[] = []
  onTestFinished(opened.app.events.subscribe('member:mem_maya', (topic) => events.push(topic)))
  disturb = () => proxy.cut()

  expect(await send('pay', 'again')).toMatchObject({ status: 200, isReplayed: false })
  expect([attempts, await count('again'), events]).toEqual([2, 1, ['again']])
})

test('without an answer to its COMMIT the outcome is unknown; the same key gives the true one', async () => {
  proxy.cutAnswerTo('commit')
  const unknown = await send('pay', 'unanswered')
  proxy.cutAnswerTo(null)

  expect(unknown).toMatchObject({ status: 503, code: 'outcome_unknown', retryAfter: '1' })
  expect(unknown.message).toContain('may or may not have been carried out')
  expect(unknown.message).toContain('same Idempotency-Key')

  await expect.poll(async () => (await send('pay', 'unanswered')).status).toBe(200)
  expect(await send('pay', 'unanswered')).toMatchObject({
    isReplayed: true,
    message: 'Done: unanswered.',
  })
  expect([attempts, await count('unanswered')]).toEqual([1, 1])
})

test('what was not stored is not acknowledged: the same key then carries it out', async () => {
  disturb = () => postgres.stop('immediate')
  expect(await send('pay', 'refused')).toMatchObject({
    status: 503,
    code: 'unavailable',
    retryAfter: '2',
  })

  await postgres.start()
  expect(await send('pay', 'refused')).toMatchObject({ status: 200, isReplayed: false })
  expect(await count('refused')).toBe(1)
})

test('a call without a key says that it has to be checked first', async () => {
  proxy.cutAnswerTo('commit')
  const unknown = await send('save', 'profile')
  expect(unknown).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(unknown.message).toContain('please check before you send it again')
})

test('a failure before the call began is no unknown outcome, whatever it was', async () => {
  resolve = (app) => runInTransaction(app.db, (tx) => sql`select 1`.execute(tx))
  proxy.cutAnswerTo('commit')

  expect(await send('pay', 'early')).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await send('read')).toMatchObject({ status: 503, code: 'unavailable' })
  expect([attempts, await count('early')]).toEqual([0, 0])
})

test('an answer is repeated only once it is replicated', async () => {
  await postgres.query("alter system set synchronous_standby_names = 'elsewhere'")
  await postgres.query('select pg_reload_conf()')

  const first = send('pay', 'unreplicated')
  await endWait()
  expect(await first).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(await count('unreplicated'), 'here, and perhaps on no other machine').toBe(1)

  const second = send('pay', 'unreplicated')
  await endWait()
  expect(await second).toMatchObject({ status: 503, code: 'outcome_unknown' })

  const third = send('pay', 'unreplicated')
  await postgres.query('alter system reset synchronous_standby_names')
  await postgres.query('select pg_reload_conf()')
  expect(await third).toMatchObject({ status: 200, isReplayed: true })
  expect([attempts, await count('unreplicated')]).toEqual([1, 1])
})

/** Cancels the wait for a standby, as an administrator or a shutdown does. */
const endWait = () =>
  expect
    .poll(() =>
      postgres.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'SyncRep' and usename = 'candor_server'`,
      ),
    )
    .toHaveLength(1)

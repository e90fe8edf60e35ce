import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { buildDepositTransfers, createReceipt } from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { writeAnchor } from './commands/write-anchor.ts'

let server: TestServer
let token: string
let cash: string
const deposit = (id: string, cents: bigint) =>
  runInTransaction(server.app.db, async (tx) => {
    const list = buildDepositTransfers(
      `${id}/${cents}`,
      id,
      'USDT',
      cents * 10_000n,
      cents,
      await createReceipt(tx, 'USDT', cents * 10_000n),
    )

    await post(
      tx,
      list.map((leg) => ({ ...leg, effectiveDate: server.app.clock.today() })),
    )
  })
beforeAll(async () => {
  server = await testServer()
  token = (await server.asAdmin('viewer')).token

  const { member } = await server.asMember()
  cash = `member:${member.id}:cash`
  await runInTransaction(server.app.db, (tx) => openMemberAccounts(tx, member.id))
  await deposit(member.id, 1_000n)
  await chainJournal(server.app)
  server.clock.advance(5 * 86_400_000)
  token = (await server.asAdmin('viewer')).token
  await deposit(member.id, 234n)
  await chainJournal(server.app)
  await writeBalanceSnapshots(server.app)
})
afterAll(() => server.close())

const read = (path: string) => server.send('GET', `/api/admin/ledger${path}`, { token })

test('An account balance is read currently, by journal number and by date.', async () => {
  const balance = async (at: string) =>
    (await read(`/balance?account=${cash}${at}`)).json.data?.balance
  expect(await balance('')).toBe('12.34')
  expect(await balance('&at=0')).toBe('0.00')
  expect(await balance('&at=2')).toBe('10.00')
  expect(await balance('&at=2026-11-22')).toBe('10.00')
  expect(await balance('&at=2026-11-25')).toBe('12.34')
  expect((await read('/balance?account=custody:hot:USDT&at=2')).json.data.balance).toBe(
    '-10.000000',
  )
})

test('A trial balance of any time sums to zero.', async () => {
  for (const at of ['', '?at=2', '?at=2026-11-21']) {
    const lines = (await read(`/trial-balance${at}`)).json.data as {
      currency: string
      balance: string
    }[]
    const dollars = lines.filter((line) => line.currency === 'USD')
    expect(dollars.length).toBeGreaterThan(1)
    expect(dollars.reduce((sum, { balance }) => sum + BigInt(balance.replace('.', '')), 0n)).toBe(
      0n,
    )
  }
})

test('An invalid or unsupported date is rejected with its field.', async () => {
  for (const at of ['2026-02-30', '0001-01-01', '9999-12-31', '-1', 'x'])
    expect((await read(`/trial-balance?at=${at}`)).json, at).toMatchObject({
      errors: [{ field: 'at' }],
    })

  for (const to of ['2026-02-30', '0001-01-01', '9999-12-31'])
    expect((await read(`/statement?account=${cash}&to=${to}`)).json, to).toMatchObject({
      errors: [{ field: 'to' }],
    })
})

test('A statement leads from its opening to its closing balance.', async () => {
  const readStatement = async (days: string) =>
    (await read(`/statement?account=${cash}&${days}`)).json.data
  expect(await readStatement('from=2026-11-20&to=2026-11-25')).toMatchObject({
    opening: '0.00',
    closing: '12.34',
    currency: 'USD',
    lines: [
      { change: '10.00', balance: '10.00' },
      { change: '2.34', balance: '12.34' },
    ],
  })

  expect(await readStatement('from=2026-11-21&to=2026-11-24')).toMatchObject({
    opening: '10.00',
    lines: [],
    closing: '10.00',
  })
})

test('Invalid requests are rejected with a message and a field.', async () => {
  expect((await read('/balance?account=member:nobody:cash')).status).toBe(404)
  expect((await read('/statement?account=x&from=2026-11-20&to=2026-11-21')).status).toBe(404)
  expect((await read(`/balance?account=${cash}&at=99`)).json).toMatchObject({ code: 'not_chained' })
  expect((await read(`/balance?account=${cash}&at=yesterday`)).json.errors[0].field).toBe('at')
  expect((await read(`/balance?account=${cash}&at=2026-13-01`)).json.errors[0].field).toBe('at')
  expect(
    (await read(`/statement?account=${cash}&from=2026-11-21&to=2026-11-20`)).json.errors[0].field,
  ).toBe('to')
})

test('The ledger status shows the chain head and the last anchor.', async () => {
  const { token: ines } = await server.asAdmin('finance')
  await writeAnchor(server.app)

  const checkResponse = await server.send('POST', '/api/admin/ledger/check', {
    token: ines,
    body: {},
  })
  expect(checkResponse.json).toMatchObject({ data: { whole: true } })

  const { data } = (await read('')).json
  expect(data).toMatchObject({ head: { seq: '4' }, anchor: { seq: '4', owed: '12.34' } })
  expect((await read('/checks')).json.data).toHaveLength(1)
})

test('An owner’s proposal to unfreeze waits for a second admin.', async () => {
  const { token: ruth } = await server.asAdmin('owner')
  const ask = () =>
    server.send('POST', '/api/admin/ledger/unfreeze', {
      token: ruth,
      body: { reason: 'Found and put right.' },
    })

  await server.database.pool.query("select ledger.freeze_ledger('a test', now())")
  expect((await read('')).json.data.frozen).toMatchObject({
    because: expect.any(String),
    found: expect.any(Array),
    proposed: null,
  })

  expect((await ask()).status).toBe(202)

  const { proposed } = (await read('')).json.data.frozen
  expect(proposed).toMatchObject({ by: expect.any(String), at: expect.any(String) })
  expect((await ask()).status).toBe(409)
})

test('A chained row is found by its number and by its reference.', async () => {
  const rows = async (query: string) =>
    (await read(`/rows?${query}`)).json.data as { seq: string; reference: string }[]
  const all = await rows('')

  for (const { seq } of all) expect(await rows(`number=${seq}`)).toMatchObject([{ seq }])
  expect(await rows('number=0')).toEqual([])
  expect(await rows(`number=${all.length + 1}`)).toEqual([])

  const [newest] = all
  const about = await rows(`reference=${newest?.reference}`)
  expect(about.length).toBeGreaterThan(1)
  expect(about.map(({ reference }) => reference)).toEqual(about.map(() => newest?.reference))
  expect(await rows('reference=nothing')).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { followBalances } from '../commands/follow-balances.ts'

let server: TestServer
let token: string
let planId: string
let plan: PlanVersion
const people: Member[] = []

/** Creates members a minute apart; every second one has a completed deposit. */
beforeAll(async () => {
  server = await testServer()
  token = (await server.asAdmin()).token
  plan = await createPublishedPlan(server.app, { minAmount: 100_000n })
  planId = plan.id

  for (let at = 0; at < 7; at += 1) {
    server.clock.advance(60_000)

    const { member } = await server.asMember({ firstName: `Anna${at}`, lastName: 'de Vries-Okoro' })
    people.push(member)

    const amount = `${1000 + at}`
    if (at % 2)
      await createCompletedDeposit(server.app, member, createStaff('ines', 'finance'), {
        planId,
        amount,
      })
    else await createPendingDeposit(server.app, member, { planId, amount })
  }
})
afterAll(() => server.close())

const get = async (path: string) => (await server.send('GET', path, { token })).json
const file = async (path: string) =>
  await (await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })).text()
const names = (json: { users: { first_name: string }[] }) =>
  json.users.map((user) => user.first_name)

test('Paging lists each member once in the requested order, also from the end.', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => get(`/api/admin/users?size=3&page=${page}`)),
  )
  expect(pages.flatMap(names)).toEqual(people.map(({ firstName }) => firstName).toReversed())
  expect(pages[0]).toMatchObject({ total_users: 7, total: 7, more: false })

  const byName = await Promise.all(
    [1, 2].map((page) => get(`/api/admin/users?size=4&page=${page}&sort=name`)),
  )
  expect(byName.flatMap(names)).toEqual(people.map(({ firstName }) => firstName))
  expect(names(await get('/api/admin/users?size=3&page=99'))).toEqual(['Anna0'])
})

test('Members are sorted and found by their account balance.', async () => {
  await chainJournal(server.app)
  await followBalances(server.app)

  const pages = await Promise.all(
    [1, 2, 3].map((page) => get(`/api/admin/users?size=3&page=${page}&sort=-balance`)),
  )
  const all = pages.flatMap(names)
  expect(all.slice(0, 3)).toEqual(['Anna5', 'Anna3', 'Anna1'])
  expect(new Set(all).size).toBe(7)
  expect(names(await get('/api/admin/users?size=9&sort=balance'))).toEqual(all.toReversed())
  expect(names(await get('/api/admin/users?sort=-balance&q=okoro anna3'))).toEqual(['Anna3'])
  expect(names(await get(`/api/admin/users?q=${encodeURIComponent('$1,003.00')}`))).toEqual([
    'Anna3',
  ])
  expect(names(await get('/api/admin/users?q=1003&status=suspended'))).toEqual([])
})

test('A member is found by word prefixes of name, email, id, code or phone.', async () => {
  const [anna] = people as [Member]
  for (const search of [
    'anna0',
    'ANNA0 okoro',
    'vries anna0',
    anna.email,
    anna.id,
    anna.referralCode,
  ])
    expect(names(await get(`/api/admin/users?q=${encodeURIComponent(search)}`)), search).toEqual([
      'Anna0',
    ])

  expect((await get('/api/admin/users?q=okoro')).total).toBe(7)

  for (const search of ['nna0', 'anna0 smith', '%', "' or 1=1", '...', '| !'])
    expect((await get(`/api/admin/users?q=${encodeURIComponent(search)}`)).total, search).toBe(0)
})

test('Deposits are found by member, amount or reference, filtered and sorted.', async () => {
  const amounts = async (query: string) =>
    (await get(`/api/transactions?${query}`)).data.map((row: { amount: string }) => row.amount)
  expect(await amounts('q=anna3')).toEqual(['1003.00'])
  expect(await amounts('q=$1,004.00')).toEqual(['1004.00'])

  const [row] = (await get('/api/transactions?q=1005')).data
  expect(await amounts(`q=${row._id}`)).toEqual(['1005.00'])

  const { rows: credit } = await server.database.owner.query(
    `select ledger.get_seq(id) as seq from ledger.entries where reference = '${row._id}' and
      transfer_type = 'deposit_confirmed' and credit_balance is not null`,
  )

  expect(row).toMatchObject({
    journalNumber: credit[0].seq === null ? null : String(credit[0].seq),
    evidence: 'Simulated',
  })

  const [pending] = (await get('/api/transactions?q=1004')).data
  expect(pending).toMatchObject({ status: 'pending', journalNumber: null, evidence: null })

  const { rows } = await server.database.owner.query(
    `select r.reference, d.amount / 100 as dollars from ledger.receipts r join deposit d on
      d.receipt_id = r.id`,
  )

  for (const { reference, dollars } of rows)
    expect(await amounts(`q=0x${reference}`), reference).toEqual([`${dollars}.00`])
  expect(await amounts('status=completed&sort=amount')).toEqual(['1001.00', '1003.00', '1005.00'])
  expect(await amounts('status=pending&sort=-amount&size=2&page=2')).toEqual(['1002.00', '1000.00'])

  const today = server.clock.now().toISOString().slice(0, 10)
  expect(await amounts(`from=${today}&to=${today}`)).toHaveLength(7)
  expect(await amounts('to=2020-01-01')).toEqual([])
  expect(await amounts('method=BITCOIN')).toEqual([])
})

test('Pending deposits come first in, first out; others come newest first.', async () => {
  const amounts = async (query: string) =>
    (await get(`/api/transactions?${query}`)).data.map((row: { amount: string }) => row.amount)

  expect(await amounts('status=pending')).toEqual(['1000.00', '1002.00', '1004.00', '1006.00'])
  expect(await amounts('status=pending&size=3&page=2')).toEqual(['1006.00'])
  expect(await amounts('status=pending&sort=-date')).toEqual(
    (await amounts('status=pending')).toReversed(),
  )
  expect(await amounts('status=completed')).toEqual(['1005.00', '1003.00', '1001.00'])

  const exported = (await file('/api/transactions.csv?status=pending')).trim().split('\r\n')
  expect(exported.slice(1).map((line) => /,USDT,(\d+)\./.exec(line)?.[1])).toEqual([
    '1000',
    '1002',
    '1004',
    '1006',
  ])
})

test('A row of the queue states for how long it has waited and until when it is due.', async () => {
  const [oldest] = (await get('/api/transactions?status=pending')).data
  const submittedAt = Date.parse(oldest.expectedBy) - 24 * 3_600_000
  const minutes = Math.floor((server.clock.now().getTime() - submittedAt) / 60_000)
  expect(oldest).toMatchObject({ waitingMinutes: minutes, overdue: false })

  const [completed] = (await get('/api/transactions?status=completed')).data
  expect(completed).toMatchObject({ waitingMinutes: null, expectedBy: null })
})

test('Deposits are filtered by amount, plan, country and age, also in the file.', async () => {
  const amounts = async (query: string) =>
    (await get(`/api/transactions?sort=amount&${query}`)).data.map(
      (row: { amount: string }) => row.amount,
    )

  expect(await amounts('min=1005')).toEqual(['1005.00', '1006.00'])
  expect(await amounts('max=1001.00')).toEqual(['1000.00', '1001.00'])
  expect(await amounts('min=1002&max=1003.50&status=completed')).toEqual(['1003.00'])
  expect(await amounts(`plan=${plan.planId}`)).toHaveLength(7)
  expect(await amounts('plan=pln_unknown')).toEqual([])

  const [{ country }] = (
    await server.database.owner.query('select country from member where id = $1', [people[0]?.id])
  ).rows
  expect(await amounts(`country=${country}`)).toHaveLength(7)
  expect(await amounts('country=AQ')).toEqual([])

  expect(await amounts('age=7d')).toEqual([])
  expect(await amounts('age=late')).toEqual([])
  await server.database.owner.query(
    "update deposit set submitted_at = submitted_at - interval '25 hours' where amount = 100200",
  )
  expect(await amounts('age=late')).toEqual(['1002.00'])
  expect(await amounts('age=1d&status=pending')).toEqual(['1002.00'])
  expect(await amounts('age=1d&status=completed')).toEqual([])

  const exported = (await file('/api/transactions.csv?min=1005')).trim().split('\r\n')
  expect(exported).toHaveLength(1 + 2)

  for (const wrong of ['min=ten', 'max=-1', 'country=germany', 'age=old', 'min=1.234'])
    expect((await server.send('GET', `/api/transactions?${wrong}`, { token })).status, wrong).toBe(
      400,
    )
})

test('Members are filtered by balance, country and the plan that they hold.', async () => {
  await chainJournal(server.app)
  await followBalances(server.app)

  const found = async (query: string) => names(await get(`/api/admin/users?${query}`))
  expect(await found('min=1003&sort=name')).toEqual(['Anna3', 'Anna5'])
  expect(await found('min=1&max=1003&sort=name')).toEqual(['Anna1', 'Anna3'])
  expect(await found('max=0&sort=name')).toEqual(['Anna0', 'Anna2', 'Anna4', 'Anna6'])
  expect(await found('min=1003&sort=-balance')).toEqual(['Anna5', 'Anna3'])
  expect(await found(`plan=${plan.planId}&sort=name`)).toEqual(['Anna1', 'Anna3', 'Anna5'])
  expect(await found('country=AQ')).toEqual([])
  expect((await get('/api/admin/users?min=1003')).total).toBe(2)

  const exported = (await file(`/api/admin/users.csv?plan=${plan.planId}`)).trim().split('\r\n')
  expect(exported).toHaveLength(1 + 3)
})

test('An export contains all rows of its list, and no cell is a formula.', async () => {
  server.clock.advance(60_000)

  const { member } = await server.asMember({ firstName: '=cmd()', lastName: 'Evil' })
  const users = (await file('/api/admin/users.csv')).trim().split('\r\n')
  expect(users).toHaveLength(1 + 8)
  expect(users[1]).toContain(`${member.id},'=cmd(),Evil`)

  const completed = (await file('/api/transactions.csv?status=completed')).trim().split('\r\n')
  expect(completed).toHaveLength(1 + 3)
  expect(completed[1]).toMatch(/,USDT,1005\.00,1005\.00,1005\.\d+,USDT,completed,1005\.00,/)
  expect((await file('/api/admin/withdrawals.csv')).trim().split('\r\n')).toHaveLength(1)
})

test('The stored counts match the rows of their tables.', async () => {
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 50_000n })

  const count = async (list: string, cents: string) =>
    (
      await server.database.owner.query(
        `select '${list}' as list, status, count(*) as many, coalesce(sum(${cents}), 0) as cents
          from ${list} group by status order by status`,
      )
    ).rows

  // Rows that cancel out, in a number that triggers their compaction.
  await server.database.owner.query(
    "select count_status_change('member', 'active', 0, 'active', 0) from generate_series(1, 400)",
  )

  const counterRows = await server.database.owner.query(
    'select count(*)::int as many from status_count',
  )
  expect(counterRows.rows[0].many).toBeLessThan(800)

  const counted = await server.database.owner.query(
    `select list, status, sum(many) as many, sum(cents) as cents from status_count
      group by 1, 2 having sum(many) <> 0 order by 1, 2`,
  )

  const actual = [
    ...(await count('deposit', 'credited')),
    ...(await count('member', '0')),
    ...(await count('withdrawal', 'amount')),
  ]

  expect(
    counted.rows.map((row) => ({ ...row, many: String(row.many), cents: String(row.cents) })),
  ).toEqual(actual.map((row) => ({ ...row, many: String(row.many), cents: String(row.cents) })))
})

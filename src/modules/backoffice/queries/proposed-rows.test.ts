import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createEvidencePicture,
  createPlacedAssets,
  createPosition,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'

type SignedInAdmin = Awaited<ReturnType<TestServer['asAdmin']>>
let server: TestServer
let ruth: SignedInAdmin
let ines: SignedInAdmin
let planId: string
let keys = 0
const key = () => `k${++keys}`

beforeAll(async () => {
  server = await testServer()
  ruth = await server.asAdmin('owner')
  ines = await server.asAdmin('finance')

  const version = await createPublishedPlan(server.app)
  planId = version.planId
  await createPlacedAssets(server.app, planId, 50_000n)
  await fundCapital(server.app, 'USD', 1_000_000n)

  for (const principal of [100_000n, 200_001n]) {
    const { member } = await server.asMember()
    await createPosition(server.app, { memberId: member.id, version, principal })
  }
})
afterAll(() => server.close())

async function form(fields: Record<string, string>) {
  const day = server.app.clock.today()
  const data = new FormData()

  for (const [name, value] of Object.entries({ ...fields, period_from: day, period_to: day }))
    data.set(name, value)
  data.set('evidence', new File([Uint8Array.from(await createEvidencePicture())], 'evidence.png'))
  return data
}
const propose = async (method: string, path: string, body: FormData | object): Promise<string> => {
  const answer = await server.send(method, path, { token: ines.token, key: key(), body })
  expect(answer.status, answer.text).toBe(202)
  return answer.json.data.waiting ?? answer.json.data._id
}
const readProposal = async (id: string, who = ruth) =>
  (await server.send('GET', `/api/admin/approvals/${id}`, { token: who.token })).json.data
const approve = async (id: string) => {
  const { hash } = await readProposal(id)
  return await server.send('POST', `/api/admin/approvals/${id}/approve`, {
    token: ruth.token,
    key: key(),
    body: { hash },
  })
}
type Row = { debit: string; credit: string; amount: string; currency: string }
const legs = (rows: Row[]) =>
  rows
    .map(({ debit, credit, amount, currency }) => `${debit} ${credit} ${amount} ${currency}`)
    .sort()

test.each([
  [
    'an income',
    async () =>
      propose(
        'POST',
        `/api/admin/plans/${planId}/income`,
        await form({
          ...{ currency: 'USDT', amount: '321.5', source: 'Rent' },
          whilePlaced: 'income',
        }),
      ),
  ],
  [
    'a loss of two positions',
    async () =>
      propose(
        'POST',
        `/api/admin/plans/${planId}/loss`,
        await form({ from: 'assets', amount: '10.01', cause: 'Fire' }),
      ),
  ],
  [
    'capital',
    async () =>
      propose('POST', '/api/admin/treasury/capital/in', {
        currency: 'USD',
        amount: '900',
        reason: 'Own money',
      }),
  ],
  [
    'an adjustment',
    async () => {
      const { member } = await server.asMember()
      await fundMember(server.app, member.id, { cash: 10_000n })
      const body = { withdrawable_balance: '1500', reason: 'Found money' }
      return await propose('PATCH', `/api/users/${member.id}`, body)
    },
  ],
])(
  'The displayed rows of %s are those that approving posts, with owner names.',
  async (_label, make) => {
    const id = await make()
    const before = await readProposal(id)
    expect(before).toMatchObject({ state: 'waiting', mayDecide: true, moreRows: 0 })
    expect((await readProposal(id, ines)).mayDecide).toBe(false)
    expect(before.rows.length).toBeGreaterThan(0)
    expect((await approve(id)).status).toBe(200)

    const after = await readProposal(id)
    expect(after.state).toBe('approved')
    expect(legs(after.rows)).toEqual(legs(before.rows))

    const owners = before.rows.flatMap(({ debit, credit }: Row) =>
      [debit, credit].flatMap((code) => (/^(member|plan):/.test(code) ? code.split(':')[1] : [])),
    )
    for (const owner of owners) expect(before.names[owner]).toMatch(/\w/)
  },
)

test('A withdrawal posts nothing on approval, and a rejected proposal has no rows.', async () => {
  const { member } = await server.asMember()
  await fundMember(server.app, member.id, { cash: 5_000_000n })

  const request = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(server.app, member, request)
  await approveReviewed(server.app, ines.admin, id)

  const list = await server.send('GET', '/api/admin/approvals?state=waiting', { token: ruth.token })
  const [first] = list.json.data
  expect(first).toMatchObject({
    permission: 'withdrawal.approve',
    names: { [member.id]: expect.any(String) },
  })
  expect((await readProposal(first._id)).rows).toEqual([])

  const totals = await server.send('GET', '/api/admin/totals', { token: ruth.token })
  expect(totals.json.data.waiting_approvals).toBe(1)

  const income = await propose(
    'POST',
    `/api/admin/plans/${planId}/income`,
    await form({ currency: 'USD', amount: '5', source: 'Rent', whilePlaced: 'income' }),
  )

  const { hash, names } = await readProposal(income)
  expect(names[planId], 'two plans may have one name').toMatch(/, (Crypto|Real estate)$/)

  const rejected = await server.send('POST', `/api/admin/approvals/${income}/reject`, {
    token: ruth.token,
    body: { hash, reason: 'It is so: no.' },
  })
  expect(rejected.json.data.state).toBe('rejected')
  expect((await readProposal(income)).rows).toEqual([])
})

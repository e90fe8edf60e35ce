import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { BANK, payCapital } from './testing.ts'

let server: TestServer
let ines: { token: string; admin: { id: string; label: string } }
let ruth: { token: string }
let viewer: { token: string }

beforeAll(async () => {
  server = await testServer()
  ines = await server.asAdmin('finance')
  ruth = await server.asAdmin('owner')
  viewer = await server.asAdmin('viewer')
  await payCapital(server.app, 150_000n)
})
afterAll(() => server.close())

const post = (path: string, by: { token: string }, body: unknown = {}) => {
  server.clock.advance(1_000)
  return server.send('POST', `/api/admin/reconciliation/${path}`, { token: by.token, body })
}
const enter = (amount: unknown, rest: object = {}, by: { token: string } = ines) =>
  post('balances', by, { account: BANK, amount, evidence: 'statement 17', ...rest })
const get = async (path: string, by = viewer) =>
  (await server.send('GET', `/api/admin/${path}`, { token: by.token })).json.data
const bank = async () =>
  (await get('custody')).find((line: { account: string }) => line.account === BANK)

test('all staff read custody; an account without an outside balance is unknown', async () => {
  expect(await bank()).toEqual({
    account: BANK,
    place: 'bank',
    currency: 'USD',
    held: '1500.00',
    state: 'unknown',
    outside: null,
    openBreak: null,
  })

  expect(await get('reconciliation/breaks')).toEqual([])
})

test('an equal balance returns both exact figures and the admin who recorded it', async () => {
  const { status, json } = await enter(1500)
  expect(status, JSON.stringify(json)).toBe(200)
  expect(json).toMatchObject({
    message: 'Balance recorded. It agrees with the ledger.',
    data: {
      openBreak: null,
      balance: {
        amount: '1500.00',
        ledgerAmount: '1500.00',
        difference: '0.00',
        source: 'entered',
        recordedBy: { _id: ines.admin.id, name: ines.admin.label },
      },
    },
  })

  expect(await bank()).toMatchObject({ state: 'agrees', outside: { evidence: 'statement 17' } })
})

test('a difference of one cent opens a break that an admin takes and explains', async () => {
  const { json } = await enter('1500.01')
  expect(json.message).toBe('Balance recorded. It differs from the ledger, and a break is open.')

  const { _id, dueAt, overdue, owner } = json.data.openBreak
  expect({ overdue, owner, dueAt }).toEqual({
    overdue: false,
    owner: null,
    dueAt: new Date(server.clock.now().getTime() + 72 * 3_600_000).toISOString(),
  })

  const early = await post(`breaks/${_id}/resolve`, ines, {
    explanation: 'An explanation that is long enough.',
  })
  expect({ status: early.status, code: early.json.code }).toEqual({
    status: 403,
    code: 'not_break_owner',
  })

  const taken = await post(`breaks/${_id}/take`, ines)
  expect(taken.json.data.owner).toEqual({ _id: ines.admin.id, name: ines.admin.label })

  const short = await post(`breaks/${_id}/resolve`, ines, { explanation: 'short' })
  expect(short.json).toMatchObject({
    code: 'explanation_needed',
    errors: [{ field: 'explanation' }],
  })

  const explanation = 'A cent of interest, booked at the end of the month.'
  const ended = await post(`breaks/${_id}/resolve`, ines, { explanation })
  expect(ended.json.data).toMatchObject({ resolvedAs: 'explained', resolution: explanation })

  const twice = await post(`breaks/${_id}/resolve`, ruth, { explanation })
  expect({ status: twice.status, code: twice.json.code }).toEqual({
    status: 409,
    code: 'break_resolved',
  })
  expect((await post(`breaks/${_id}/take`, ruth)).json.code).toBe('break_resolved')
  expect(await bank()).toMatchObject({ state: 'explained', openBreak: null })
  expect(await get('reconciliation/breaks?status=open')).toEqual([])
  expect(await get('reconciliation/breaks?status=resolved')).toMatchObject([
    {
      _id,
      difference: '0.01',
      latest: { amount: '1500.01' },
      resolvedBy: { name: ines.admin.label },
    },
  ])
})

test('an earlier equal balance is recorded, and the break stays open', async () => {
  const asOf = server.clock.now().toISOString()
  await enter('1500.02')

  const { json } = await enter('1500', { asOf })
  expect(json.message).toBe(
    'Balance recorded. It agreed at that time, but a later balance differs, so the break stays ' +
      'open.',
  )
  expect(json.data.openBreak.latest.amount).toBe('1500.02')
  expect((await enter('1500')).json.data.openBreak).toBeNull()
})

test.each([
  ['an account that nothing is held in', { account: 'fees' }, 422, 'unknown_account', 'account'],
  ['a moment to come', { asOf: '2026-11-21T00:00:00Z' }, 422, 'future', 'asOf'],
  ['less than nothing', { amount: '-5' }, 400, 'invalid_amount', 'amount'],
  ['too many decimals', { amount: '5.001' }, 400, 'invalid_amount', 'amount'],
  ['no amount', { amount: undefined }, 400, 'invalid_amount', 'amount'],
  ['no evidence', { evidence: '' }, 400, 'evidence_needed', 'evidence'],
])('%s is rejected at its field', async (_what, wrong, status, code, field) => {
  const answer = await enter('1500', wrong)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.json).toMatchObject({ code, errors: [{ field }] })
})

test('an admin without the permission records, takes and explains nothing', async () => {
  for (const by of [viewer, await server.asAdmin('support')])
    for (const path of ['balances', 'breaks/brk_none/take', 'breaks/brk_none/resolve'])
      expect((await post(path, by, { account: BANK })).status, path).toBe(403)

  const { token } = await server.asMember()
  for (const path of ['custody', 'reconciliation/breaks'])
    expect((await server.send('GET', `/api/admin/${path}`, { token })).status, path).toBe(403)
})

test('two admins who record a difference at once open one break', async () => {
  server.clock.advance(60_000)

  const toPastInstant = (back: number) => ({
    asOf: new Date(server.clock.now().getTime() - back).toISOString(),
  })
  const answers = await Promise.all([
    enter('1', toPastInstant(9_000)),
    enter('2', toPastInstant(8_000), ruth),
  ])
  const open = await get('reconciliation/breaks?status=open')

  expect(open).toHaveLength(1)

  for (const { json } of answers) expect(json.data.openBreak._id).toBe(open[0]._id)
})

test('an overdue break is marked as overdue', async () => {
  const [{ dueAt }] = await get('reconciliation/breaks?status=open')
  server.clock.set(dueAt)

  const again = await server.asAdmin('viewer')
  expect((await get('reconciliation/breaks?status=open', again))[0]).toMatchObject({
    overdue: true,
  })
})

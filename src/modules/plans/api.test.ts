import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { DAYS_TERM_NAMES, TEXT_TERM_NAMES } from './model.ts'
import { seedPlans } from './seed.ts'
import { createPosition, createPublishedPlan, PLAN_TERMS_EXAMPLE } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const { admin: ines } = await createTestAdmin(server.app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(server.app, { role: 'owner' })
  await seedPlans(server.app, ines, ruth)
})
afterAll(() => server.close())

test('anyone reads the eight plans with limits as dollars, target as text, label and warning', async () => {
  const answer = await server.send('GET', '/api/plans')
  expect(answer.status).toBe(200)
  expect(answer.json.data).toHaveLength(8)
  expect(answer.json.data[0]).toEqual({
    _id: expect.stringMatching(/^plv_/),
    family: 'crypto',
    name: 'BASIC',
    minAmount: '1000.00',
    maxAmount: '10000.00',
    percentage: '50%',
    yearly: null,
    worstMonth: null,
    termDays: 30,
    ...Object.fromEntries(TEXT_TERM_NAMES.map((name) => [name, expect.any(String)])),
    ...Object.fromEntries(DAYS_TERM_NAMES.map((name) => [name, 0])),
    warning: expect.stringContaining('far above'),
    sample: true,
    label: 'sample figures, simulated money',
  })

  expect(answer.text).toContain('"minAmount":1000.00,')
})

test('a term below a year is never shown as a yearly figure', async () => {
  const { json } = await server.send('GET', '/api/plans')
  const yearly = json.data.map((plan: { termDays: number; yearly: string | null }) => [
    plan.termDays,
    plan.yearly,
  ])

  expect(Object.fromEntries(yearly)).toEqual({
    30: null,
    60: null,
    90: null,
    120: null,
    180: null,
    365: '150%',
    545: '200.91%',
    730: '200%',
  })
})

test('a member reads their own positions only, with the estimate and the target', async () => {
  const maya = await createTestMember(server.app)
  const tomas = await createTestMember(server.app)
  const version = await createPublishedPlan(server.app, {
    name: 'QUIET',
    targetBps: 1_000,
    termDays: 365,
  })

  const openedOn = '2026-11-10'
  const positionInput = { memberId: maya.member.id, version, principal: 365_000n, openedOn }
  const position = await createPosition(server.app, positionInput)
  const { json } = await server.send('GET', '/api/positions', { token: maya.token })

  expect(json.data).toEqual([
    {
      _id: position.id,
      plan: {
        _id: version.id,
        name: 'QUIET',
        family: 'crypto',
        sample: true,
        label: expect.any(String),
        risk: 'You could lose all the money you invest.',
        warning: null,
      },
      status: 'open',
      principal: '3650.00',
      remaining: '3650.00',
      percentage: '10%',
      termDays: 365,
      daysPassed: 10,
      openedOn,
      maturesOn: '2027-11-10',
      accrued: '10.00',
      target: '365.00',
      maturedOn: null,
      returnDue: '0.00',
      returnPaid: '0.00',
      origin: 'deposit',
      atMaturity: 'to_balance',
      noticePeriodDays: 0,
      liquidity: expect.any(String),
      pendingRedemption: '0.00',
    },
  ])

  expect((await server.send('GET', '/api/positions', { token: tomas.token })).json.data).toEqual([])
  expect((await server.send('GET', '/api/positions')).status).toBe(401)
})

test('a member invests, reads a redemption’s effect, gives notice and cancels it', async () => {
  const { member, token } = await server.asMember()
  const version = await createPublishedPlan(server.app, {
    name: 'HARBOUR',
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 10,
    maxAmount: 500_000n,
  })

  await createPosition(server.app, { memberId: member.id, version, principal: 200_000n })

  const body = { selected_plan: version.id, amount: 1500.5, at_maturity: 'reinvest_principal' }
  const invested = await server.send('POST', '/api/positions', { token, key: 'invest', body })
  expect(invested.json).toMatchObject({
    message: 'Invested',
    data: {
      principal: '1500.50',
      origin: 'balance',
      atMaturity: 'reinvest_principal',
      noticePeriodDays: 10,
    },
  })

  const again = await server.send('POST', '/api/positions', { token, key: 'invest', body })
  expect(again.text).toBe(invested.text)

  const { _id } = invested.json.data
  const choice = { token, body: { at_maturity: 'reinvest_all' } }
  const chosen = await server.send('PATCH', `/api/positions/${_id}`, choice)

  expect(chosen.json.data).toMatchObject({ _id, atMaturity: 'reinvest_all' })

  const effect = await server.send('GET', `/api/positions/${_id}/redemption?amount=500.50`, {
    token,
  })
  expect(effect.json.data).toEqual({
    amount: '500.50',
    stays: '1000.00',
    accrued: '0.00',
    accruesUntil: '2026-11-30',
    target: '105.00',
    forgoneTarget: '45.05',
    noticePeriodDays: 10,
    maturesOn: '2027-02-28',
  })

  const noticeResponse = await server.send('POST', `/api/positions/${_id}/notice`, {
    token,
    key: 'notice',
    body: { amount: '500.50' },
  })

  expect(noticeResponse.json).toMatchObject({
    message: 'Notice given. It ends on 30 Nov 2026.',
    data: { position: _id, amount: '500.50', endsOn: '2026-11-30', status: 'waiting', place: 1 },
  })

  const noticesResponse = await server.send('GET', '/api/positions/notices', { token })
  expect(noticesResponse.json.data).toEqual([noticeResponse.json.data])

  const { token: support } = await server.asAdmin('support')
  const queue = await server.send('GET', '/api/admin/redemption-notices', { token: support })
  expect(queue.json.data).toEqual([
    { ...noticeResponse.json.data, member: { _id: member.id, name: member.label } },
  ])

  const path = `/api/positions/notices/${noticeResponse.json.data._id}/cancel`
  const cancelled = await server.send('POST', path, { token, key: 'cancel', body: {} })
  expect(cancelled.json.data).toMatchObject({ status: 'cancelled', place: null })
  expect(
    (await server.send('GET', '/api/admin/redemption-notices', { token: support })).json.data,
  ).toEqual([])
})

test('what is no amount is refused before anything is looked up', async () => {
  const { token } = await server.asMember()
  for (const amount of ['', '0', '-1', 'all', '1.005']) {
    const effect = await server.send('GET', `/api/positions/pos_x/redemption?amount=${amount}`, {
      token,
    })
    expect([effect.status, effect.json.errors[0]?.field]).toEqual([400, 'amount'])
    const options = { token, key: `none-${amount}`, body: { amount } }
    expect((await server.send('POST', '/api/positions/pos_x/notice', options)).status).toBe(400)
  }

  const wish = { token, body: { at_maturity: 'double' } }
  const { status, json } = await server.send('PATCH', '/api/positions/pos_x', wish)
  expect([status, json.errors[0]?.field]).toEqual([400, 'at_maturity'])
})

test('staff propose, publish and close a plan, and everybody sees what is on offer', async () => {
  const ines = await server.asAdmin('finance')
  const ruth = await server.asAdmin('owner')
  const body = {
    family: 'real_estate',
    name: 'QUAY',
    minAmount: 1000,
    maxAmount: '25000.00',
    percentage: '250%',
    termDays: 180,
    ...PLAN_TERMS_EXAMPLE,
    noticePeriodDays: 30,
  }

  const propose = (rest: object = {}) =>
    server.send('POST', '/api/admin/plans', { token: ines.token, body: { ...body, ...rest } })
  const proposed = await propose()
  expect(proposed.json.data).toMatchObject({ number: 1, extraordinary: true })

  const publish = (token: string) =>
    server.send('POST', `/api/admin/plans/versions/${proposed.json.data._id}/publish`, {
      token,
      body: {},
    })

  const own = await publish(ines.token)
  expect([own.status, own.json.code]).toEqual([403, 'second_admin_needed'])
  expect((await publish(ruth.token)).json.data).toMatchObject({
    name: 'QUAY',
    noticePeriodDays: 30,
    percentage: '250%',
  })

  const isOffered = async () => (await server.send('GET', '/api/plans')).text.includes('"QUAY"')
  expect(await isOffered()).toBe(true)

  const all = await server.send('GET', '/api/admin/plans', { token: ines.token })
  const quay = all.json.data.find(({ name }: { name: string }) => name === 'QUAY')
  expect(quay).toMatchObject({
    state: 'published',
    versions: [
      {
        onOffer: true,
        proposedBy: ines.admin.label,
        publishedBy: ruth.admin.label,
        maxAmount: '25000.00',
      },
    ],
  })

  const closing = { token: ines.token, body: { reason: 'It is full.' } }
  const closed = await server.send('POST', `/api/admin/plans/${quay._id}/close`, closing)
  expect(closed.json.message).toBe('Plan closed. Open positions continue on their terms.')
  expect(await isOffered()).toBe(false)
  expect((await propose()).json.code).toBe('plan_closed')

  for (const percentage of ['', 'ten', '1.005%', '-5%', '99999%'])
    expect((await propose({ name: 'OTHER', percentage })).json.errors).toMatchObject([
      { field: 'percentage' },
    ])

  const phrase = await propose({ name: 'OTHER', risk: 'Guaranteed returns.' })
  expect(phrase.json).toMatchObject({ code: 'promises_return', errors: [{ field: 'risk' }] })
})

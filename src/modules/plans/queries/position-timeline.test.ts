import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import {
  approveResult,
  buildLossInput,
  createApprovedIncome,
  createPlacedAssets,
  createPosition,
  createPublishedPlan,
  createStaff,
} from '#modules/plans/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { proposeLoss } from '../commands/propose-loss.ts'

type SignedInMember = Awaited<ReturnType<TestServer['asMember']>>
let server: TestServer
let maya: SignedInMember
let other: SignedInMember
let positionId: string
let planId: string

beforeAll(async () => {
  server = await testServer()

  const { app, clock } = server
  maya = await server.asMember()
  other = await server.asMember()

  const version = await createPublishedPlan(app, { targetBps: 1_000 })
  planId = version.planId
  const open = (memberId: string) => createPosition(app, { memberId, version, principal: 100_000n })
  positionId = (await open(maya.member.id)).id
  await open(other.member.id)
  await createPlacedAssets(app, planId, 100_000n)

  const loss = await proposeLoss(
    app,
    createStaff('ines', 'finance'),
    await buildLossInput(app, planId, { amount: '100' }),
  )

  await approveResult(app, createStaff('ruth', 'owner'), loss)
  clock.setOffsetDays(30)
  await createApprovedIncome(app, planId, { amount: '60', source: 'Rent of May' })
  await createApprovedIncome(app, planId, { amount: '30', source: 'Rent of June' })
  await settleDays(app)
})
afterAll(() => server.close())

const read = (path: string, token: string) => server.send('GET', path, { token })

test('each payment names the income it came from; losses are listed too', async () => {
  const { data } = (await read(`/api/positions/${positionId}`, maya.token)).json
  expect(data).toMatchObject({
    status: 'matured',
    principal: '1000.00',
    returnDue: '95.00',
    owed: '50.00',
  })

  expect(data.losses).toMatchObject([
    { amount: '50.00', ofPlan: '100.00', cause: 'A tenant left without paying.' },
  ])
  expect(data.returns).toMatchObject([
    {
      amount: '45.00',
      incomes: expect.arrayContaining([
        expect.objectContaining({ amount: '30.00', source: 'Rent of May' }),
        expect.objectContaining({ amount: '15.00', source: 'Rent of June' }),
      ]),
    },
  ])

  expect(data.returns[0].incomes[0].evidence).toMatch(/^[0-9a-f]{64}$/)
})

test('another member’s position is not found', async () => {
  const theirs = await read(`/api/positions/${positionId}`, other.token)
  const nothing = await read('/api/positions/pos_nothing', other.token)
  expect([theirs.status, theirs.json.code]).toEqual([404, 'not_found'])
  expect(theirs.text).toBe(nothing.text)
  expect((await read('/api/positions/notices', other.token)).json.data).toEqual([])
})

test('the staff sees who waits for income, and what every plan paid and owes', async () => {
  const { token } = await server.asAdmin('viewer')
  const { data } = (await read(`/api/admin/plans/${planId}/returns`, token)).json
  expect(data.owed).toHaveLength(2)
  expect(data.owed[0]).toMatchObject({ due: '95.00', paid: '45.00', owed: '50.00' })
  expect(data.upcoming).toEqual([])

  const figures = (await read('/api/admin/plans/figures', token)).json.data
  expect(figures[0].figures).toMatchObject({
    recorded: '90.00',
    paid: '90.00',
    owed: '100.00',
    lost: '100.00',
  })

  expect((await read('/api/admin/plans/pln_nothing/returns', token)).status).toBe(404)
})

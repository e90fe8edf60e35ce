import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, toUtcDay } from '#lib/dates.ts'
import { listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { addTestApprovalKey } from '#modules/approvals/testing.ts'
import { endApprovalKey } from '#modules/identity/commands/end-approval-key.ts'
import { resetApprovalKeys } from '#modules/identity/commands/reset-approval-keys.ts'
import {
  createApprovedIncome,
  createPlacedAssets,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { addReserveAddress } from '#modules/treasury/commands/add-reserve-address.ts'
import { prepareReserveStatement } from '#modules/treasury/commands/prepare-reserve-statement.ts'
import { proposeAssetsReturned } from '#modules/treasury/commands/propose-assets-returned.ts'
import { receiveSuspense } from '#modules/treasury/commands/receive-suspense.ts'
import { recordOutsideBalance } from '#modules/treasury/commands/record-outside-balance.ts'
import { recordReserveStatement } from '#modules/treasury/commands/record-reserve-statement.ts'
import { resolveBreak } from '#modules/treasury/commands/resolve-break.ts'
import { OUTSIDE_MAX_AGE_DAYS } from '#modules/treasury/model.ts'
import { approveExplanation, approveMovement, BANK, payCapital } from '#modules/treasury/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { createBitcoinSigner } from '../../../tests/support/message-signers.ts'
import { readTransparencyReport } from './queries.ts'

let server: TestServer
let ines: Awaited<ReturnType<TestServer['asAdmin']>>['admin']
let ruth: Awaited<ReturnType<TestServer['asAdmin']>>['admin']

beforeAll(async () => {
  server = await testServer()
  ines = (await server.asAdmin('finance')).admin
  ruth = (await server.asAdmin('owner')).admin
  await payCapital(server.app, 100_000n)
})
afterAll(() => server.close())

/** Reads the report after its minute in the cache. */
async function read() {
  server.clock.advance(61_000)
  const answer = await server.send('GET', '/api/transparency')
  expect(answer.status).toBe(200)
  return answer.json.data
}
async function readBank() {
  const { held } = await read()
  return held.places.find(({ place }: { place: string }) => place === 'bank')
}
const enter = (amount: string) => {
  server.clock.advance(1_000)
  const stated = { account: BANK, amount, evidence: 'statement 17' }
  return recordOutsideBalance(server.app, ines, stated)
}

test('each place shows its ledger balance and the last figure from outside, its time and source', async () => {
  expect(await readBank()).toMatchObject({ ledger: '1000.00', outside: null, breaks: [] })

  const { asOf } = await enter('1000')
  expect(await readBank()).toEqual({
    place: 'bank',
    currency: 'USD',
    ledger: '1000.00',
    outside: { amount: '1000.00', asOf: asOf.toISOString(), source: 'entered' },
    confirmation: 'agrees',
    counts: { amount: '1000.00', worth: '1000.00' },
    breaks: [],
  })
})

test('while outside holds less, the lower figure counts as held, and the break is public', async () => {
  const before = await read()
  const { recordedAt, breakId } = await enter('100')

  const report = await read()
  expect(report.held).toMatchObject({ total: '100.00', custody: '100.00' })
  expect(before.held).toMatchObject({ total: '1000.00', maxAgeDays: OUTSIDE_MAX_AGE_DAYS })
  const open = { since: recordedAt.toISOString(), explainedAt: null, difference: '-900.00' }
  expect(await readBank()).toMatchObject({
    ledger: '1000.00',
    confirmation: 'break',
    counts: { amount: '100.00' },
    breaks: [open],
  })

  const explanation = 'The bank moved it to another account by mistake.'
  const { proposal } = await resolveBreak(server.app, ruth, { breakId: breakId ?? '', explanation })
  await approveExplanation(server.app, ines, proposal)
  expect(await readBank()).toMatchObject({
    confirmation: 'explained',
    counts: { amount: '100.00' },
    breaks: [{ ...open, explainedAt: expect.any(String) }],
  })

  const again = await enter('99')
  expect(await readBank()).toMatchObject({
    confirmation: 'break',
    counts: { amount: '99.00' },
    breaks: [
      { since: open.since, explainedAt: expect.any(String) },
      { since: again.recordedAt.toISOString(), explainedAt: null, difference: '-901.00' },
    ],
  })

  await enter('1000')
  expect(await readBank()).toMatchObject({ confirmation: 'agrees', breaks: [] })
  expect((await read()).held.total).toBe('1000.00')
})

test('a surplus outside is not held, and an old figure confirms no more than it said', async () => {
  await enter('5000')
  expect(await readBank()).toMatchObject({ confirmation: 'break', counts: { amount: '1000.00' } })
  await enter('1000')

  await payCapital(server.app, 50_000n)
  expect(await readBank()).toMatchObject({ confirmation: 'agrees', counts: { amount: '1500.00' } })

  server.clock.advance(OUTSIDE_MAX_AGE_DAYS * DAY_MS)
  expect(await readBank()).toMatchObject({
    confirmation: 'old',
    ledger: '1500.00',
    counts: { amount: '1000.00' },
  })
  expect((await read()).held.custody).toBe('1000.00')
  await enter('1500')
})

test('unmatched payments are not held for members, and due returns stand apart', async () => {
  const before = await read()
  await receiveSuspense(server.app, ines, {
    currency: 'USD',
    amount: '70',
    reason: 'It is so: unknown.',
  })

  const { held, owed } = await read()
  expect(held).toMatchObject({ suspense: '70.00', custody: before.held.custody })
  expect(held.total).toBe(before.held.total)
  expect(owed).toMatchObject({ due: '0.00', total: before.owed.total })
  expect((await readBank()).counts.amount).toBe('1570.00')
})

test('placed, returned and income of a plan stand side by side, without staff names', async () => {
  const { planId } = await createPublishedPlan(server.app)
  await createPlacedAssets(server.app, planId, 80_000n)
  const back = { planId, currency: 'USD', amount: '200', reason: 'It is so: sold.' } as const
  await approveMovement(server.app, ruth, await proposeAssetsReturned(server.app, ines, back))
  await createApprovedIncome(server.app, planId, { amount: '30' })

  const today = server.app.clock.today()
  const { plans } = await read()
  expect(plans.find(({ _id }: { _id: string }) => _id === planId)).toMatchObject({
    recorded: '830.00',
    recordedWhilePlaced: '30.00',
    assets: {
      placed: '800.00',
      returned: '200.00',
      writtenOff: '0.00',
      outstanding: '600.00',
      since: today,
      lastConfirmed: { event: 'returned', on: today },
    },
  })
  expect(JSON.stringify(plans)).not.toContain(ruth.label)
})

test('the report states how many admins decide on money, and when the last joined', async () => {
  const joined = [ines, ruth].map(({ decidesSince }) => toUtcDay(decidesSince)).sort()
  expect((await read()).deciders).toEqual({
    count: 2,
    lastJoinedOn: joined[1],
    keysReset: null,
  })

  await server.asAdmin('support')
  await server.asAdmin('finance')
  expect((await read()).deciders).toMatchObject({ count: 3 })
})

test('in live the report counts only admins with an active approval key', async () => {
  const { app, database } = server
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  const readCount = async () => (await readTransparencyReport(live)).deciders.count
  expect(await readCount()).toBe(0)

  for (const { id } of [ines, ruth]) await addTestApprovalKey({ app, database }, id)
  expect((await readTransparencyReport(live)).deciders).toEqual({
    count: 2,
    lastJoinedOn: toUtcDay(ines.decidesSince),
    keysReset: null,
  })
  const config = { ...live.config, PUBLIC_URL: 'https://new.example' }
  const moved = await readTransparencyReport({ ...live, config })
  expect(moved.deciders.count, 'made for another address').toBe(0)

  const keys = await listOwnApprovalKeys(app.db, ines.id)
  const key = keys.find(({ kind }) => kind === 'passkey')
  await endApprovalKey(app, ines, { id: key?.id ?? '', reason: 'The device was lost.' })
  expect(await readCount()).toBe(1)
  expect((await read()).deciders.count).toBe(3)
})

test('the report states when and why the database’s owner ended all approval keys', async () => {
  await resetApprovalKeys(server.app, { reason: 'The devices of both were lost.' })
  expect((await read()).deciders.keysReset).toEqual({
    startedAt: expect.any(String),
    reason: 'The devices of both were lost.',
  })
})

test('a reserve is published as unproved, then with the statement that proves it', async () => {
  const { address, sign } = createBitcoinSigner()
  const input = { coin: 'BTC', wallet: 'single_key', address } as const
  const { id } = await addReserveAddress(server.app, ines, input)
  const { challenge } = await prepareReserveStatement(server.app, ines, id)
  const { statement = '', id: challengeId = '' } = challenge ?? {}

  const [unproved] = (await read()).reserves
  expect(unproved).toMatchObject({ address, state: 'unproved', proof: null, reason: null })
  expect(JSON.stringify(unproved)).not.toContain('Nonce')

  const signature = sign(statement)
  await recordReserveStatement(server.app, ines, { challengeId, signature })
  expect((await read()).reserves[0]).toMatchObject({
    state: 'proved',
    proof: { statement, signature, format: 'bip322', amount: '0.00000000', simulated: true },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { noOutside, type OutsideBalances } from '../adapters/outside-balances.ts'
import { listBreaks, listCustody, listOutsideBalances } from '../queries.ts'
import { BANK, createDifference, getCustodyLine, payCapital } from '../testing.ts'
import { fetchOutsideBalances } from './fetch-outside-balances.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
  await payCapital(testApp.app, 50_000n)
})
afterAll(() => testApp.close())

const fetchNextHour = async (outside: OutsideBalances = testApp.app.outside) => {
  testApp.app.clock.advance(3_600_000)
  await fetchOutsideBalances({ ...testApp.app, outside })
}
const createFigure = (units: bigint) => ({
  units,
  asOf: testApp.app.clock.now(),
  source: 'A chain',
  evidence: 'block 17',
})

test('each custody account is fetched, and the simulated balances equal the ledger', async () => {
  await fetchNextHour()

  const lines = await listCustody(testApp.app.db)
  expect(lines.map(({ account, state }) => [account, state])).toEqual([
    ['custody:bank:USD', 'agrees'],
    ['custody:hot:BTC', 'agrees'],
    ['custody:hot:ETH', 'agrees'],
    ['custody:hot:USDT', 'agrees'],
  ])

  expect(lines[0]?.outside).toMatchObject({
    units: 50_000n,
    source: 'fetched',
    statedBy: 'Simulated external balance',
    recordedBy: 'system',
    evidence: expect.stringContaining('Simulated'),
  })
})

test('a difference of one unit opens a break, and a later equal balance resolves it', async () => {
  await createDifference(testApp.app, { units: 1n })
  await fetchNextHour()

  expect(await getCustodyLine(testApp.app)).toMatchObject({
    state: 'break',
    openBreak: { difference: 1n },
  })

  const [event] = await listAuditEvents(testApp.app.db, { action: 'break.opened' })
  expect(event?.actor).toMatchObject({ kind: 'system' })

  await createDifference(testApp.app, { units: -1n })
  await fetchNextHour()

  expect(await getCustodyLine(testApp.app)).toMatchObject({ state: 'agrees', openBreak: null })
  expect((await listBreaks(testApp.app.db))[0]).toMatchObject({
    resolvedAs: 'agreed',
    resolvedBy: 'system',
  })
})

test('an unavailable outside balance is unknown: no record, no break, not zero', async () => {
  await runInTransaction(testApp.app.db, (tx) => openCustodyAccount(tx, 'cold', 'BTC'))
  await fetchNextHour()

  expect(await getCustodyLine(testApp.app, 'custody:cold:BTC')).toMatchObject({
    state: 'unknown',
    outside: null,
  })

  const before = await listOutsideBalances(testApp.app.db)
  await fetchNextHour(noOutside)

  expect(await listOutsideBalances(testApp.app.db)).toEqual(before)
})

test('a failed account does not stop the others, and the job fails', async () => {
  const before = (await listOutsideBalances(testApp.app.db, { account: 'custody:hot:USDT' })).length
  const closed: OutsideBalances = {
    balanceOf: async (place, currency) => {
      if (currency === 'USD') throw new Error('the bank is closed')
      return await testApp.app.outside.balanceOf(place, currency)
    },
  }

  await expect(fetchNextHour(closed)).rejects.toThrow('1 places could not be compared')
  expect(await listOutsideBalances(testApp.app.db, { account: 'custody:hot:USDT' })).toHaveLength(
    before + 1,
  )
})

test('an account that changes during the fetch is fetched again and opens no break', async () => {
  let requestCount = 0
  await fetchNextHour({
    balanceOf: async (place, currency) => {
      const figure = await testApp.app.outside.balanceOf(place, currency)
      if (currency === 'USD' && ++requestCount === 1) await payCapital(testApp.app, 100n)
      return figure
    },
  })

  expect(requestCount).toBe(2)
  expect(await getCustodyLine(testApp.app)).toMatchObject({
    state: 'agrees',
    outside: { units: 50_100n },
  })
})

test('an account that changes during every fetch is left for the next run', async () => {
  const before = await listOutsideBalances(testApp.app.db, { account: BANK })
  await fetchNextHour({
    balanceOf: async (place, currency) => {
      const figure = await testApp.app.outside.balanceOf(place, currency)
      if (currency === 'USD') await payCapital(testApp.app, 1n)
      return figure
    },
  })

  expect(await listOutsideBalances(testApp.app.db, { account: BANK })).toEqual(before)
})

test('a past figure is compared with the ledger of that moment, a future one with now', async () => {
  const readBookUnits = async () => (await getCustodyLine(testApp.app)).held
  const off = (ms: number) => new Date(testApp.app.clock.now().getTime() + ms)
  await fetchNextHour({
    balanceOf: async (_, currency) =>
      currency === 'USD' ? { ...createFigure(await readBookUnits()), asOf: off(-600_000) } : null,
  })

  expect((await getCustodyLine(testApp.app)).outside).toMatchObject({
    asOf: off(-600_000),
    difference: 0n,
  })

  await fetchNextHour({
    balanceOf: async (_, currency) =>
      currency === 'USD' ? { ...createFigure(await readBookUnits()), asOf: off(5_000) } : null,
  })

  expect((await getCustodyLine(testApp.app)).outside).toMatchObject({
    asOf: testApp.app.clock.now(),
    difference: 0n,
  })
})

test('paying coin that is not held opens a break: outside zero, ledger below zero', async () => {
  await createDifference(testApp.app, { account: 'custody:hot:ETH', units: -7n })

  const figure = await testApp.app.outside.balanceOf('hot', 'ETH')
  expect(figure).toMatchObject({
    units: 0n,
    evidence: expect.stringContaining('0.000000007 ETH more out'),
  })
})

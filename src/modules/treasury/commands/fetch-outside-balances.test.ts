import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { openCustodyAccount } from '#modules/ledger/acts/open-custody-account.ts'
import { noOutside, type OutsideBalances } from '#platform/outside.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listBreaks, listCustody, listOutsideBalances } from '../queries.ts'
import { BANK, custodyLine, payIn, plantDifference } from '../testing.ts'
import { fetchOutsideBalances } from './fetch-outside-balances.ts'

let house: TestApp

beforeAll(async () => {
  house = await testApp()
  await payIn(house.app, 50_000n)
})
afterAll(() => house.close())

const fetched = async (outside: OutsideBalances = house.app.outside) => {
  house.app.clock.advance(3_600_000)
  await fetchOutsideBalances({ ...house.app, outside })
}
const said = (units: bigint) => ({
  units,
  asOf: house.app.clock.now(),
  source: 'A chain',
  evidence: 'block 17',
})

test('each custody account is asked for, and what the sandbox simulates agrees with the books', async () => {
  await fetched()

  const lines = await listCustody(house.app.db)
  expect(lines.map(({ account, state }) => [account, state])).toEqual([
    ['custody:bank:USD', 'agrees'],
    ['custody:hot:BTC', 'agrees'],
    ['custody:hot:ETH', 'agrees'],
    ['custody:hot:USDT', 'agrees'],
  ])

  expect(lines[0]?.outside).toMatchObject({
    units: 50_000n,
    source: 'fetched',
    saidBy: 'Simulated outside',
    recordedBy: 'system',
    evidence: expect.stringContaining('Simulated'),
  })
})

test('a difference of one unit opens a break, and agreeing again ends it', async () => {
  await plantDifference(house.app, { units: 1n })
  await fetched()

  expect(await custodyLine(house.app)).toMatchObject({
    state: 'break',
    openBreak: { difference: 1n },
  })

  const [act] = await listActs(house.app.db, { action: 'break.opened' })
  expect(act?.actor).toMatchObject({ kind: 'system' })

  await plantDifference(house.app, { units: -1n })
  await fetched()

  expect(await custodyLine(house.app)).toMatchObject({ state: 'agrees', openBreak: null })
  expect((await listBreaks(house.app.db))[0]).toMatchObject({
    resolvedAs: 'agreed',
    resolvedBy: 'system',
  })
})

test('where nothing outside can say, nothing is known: no balance, no break, and not zero', async () => {
  await inTransaction(house.app.db, (tx) => openCustodyAccount(tx, 'cold', 'BTC'))
  await fetched()

  expect(await custodyLine(house.app, 'custody:cold:BTC')).toMatchObject({
    state: 'unknown',
    outside: null,
  })

  const before = await listOutsideBalances(house.app.db)
  await fetched(noOutside)

  expect(await listOutsideBalances(house.app.db)).toEqual(before)
})

test('an account that cannot be asked holds up no other, and the job says that it failed', async () => {
  const before = (await listOutsideBalances(house.app.db, { account: 'custody:hot:USDT' })).length
  const closed: OutsideBalances = {
    balanceOf: async (place, currency) => {
      if (currency === 'USD') throw new Error('the bank is closed')
      return await house.app.outside.balanceOf(place, currency)
    },
  }

  await expect(fetched(closed)).rejects.toThrow('1 places could not be compared')
  expect(await listOutsideBalances(house.app.db, { account: 'custody:hot:USDT' })).toHaveLength(
    before + 1,
  )
})

test('money that moves while outside is asked opens no break: the account is asked again', async () => {
  let asked = 0
  await fetched({
    balanceOf: async (place, currency) => {
      const figure = await house.app.outside.balanceOf(place, currency)
      if (currency === 'USD' && ++asked === 1) await payIn(house.app, 100n)
      return figure
    },
  })

  expect(asked).toBe(2)
  expect(await custodyLine(house.app)).toMatchObject({
    state: 'agrees',
    outside: { units: 50_100n },
  })
})

test('what never stands still is left for the next hour', async () => {
  const before = await listOutsideBalances(house.app.db, { account: BANK })
  await fetched({
    balanceOf: async (place, currency) => {
      const figure = await house.app.outside.balanceOf(place, currency)
      if (currency === 'USD') await payIn(house.app, 1n)
      return figure
    },
  })

  expect(await listOutsideBalances(house.app.db, { account: BANK })).toEqual(before)
})

test('a figure of a moment past is compared with the books of then, and one ahead of us is of now', async () => {
  const held = async () => (await custodyLine(house.app)).held
  const off = (ms: number) => new Date(house.app.clock.now().getTime() + ms)
  await fetched({
    balanceOf: async (_, currency) =>
      currency === 'USD' ? { ...said(await held()), asOf: off(-600_000) } : null,
  })

  expect((await custodyLine(house.app)).outside).toMatchObject({
    asOf: off(-600_000),
    difference: 0n,
  })

  await fetched({
    balanceOf: async (_, currency) =>
      currency === 'USD' ? { ...said(await held()), asOf: off(5_000) } : null,
  })

  expect((await custodyLine(house.app)).outside).toMatchObject({
    asOf: house.app.clock.now(),
    difference: 0n,
  })
})

test('coin that was paid without being there is a break: outside holds nothing, the books less', async () => {
  await plantDifference(house.app, { account: 'custody:hot:ETH', units: -7n })

  const figure = await house.app.outside.balanceOf('hot', 'ETH')
  expect(figure).toMatchObject({
    units: 0n,
    evidence: expect.stringContaining('0.000000007 ETH more out'),
  })
})

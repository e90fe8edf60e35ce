import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchChain } from '../../src/modules/chains/commands/watch-chain.ts'
import { expireQuotes } from '../../src/modules/deposits/commands/expire-quotes.ts'
import { type Deposit, getAnyDeposit } from '../../src/modules/deposits/queries.ts'
import { createTestAdmin } from '../../src/modules/identity/testing.ts'
import { verifyLedger } from '../../src/modules/ledger/queries.ts'
import { computeCoinValue } from '../../src/modules/market/model.ts'
import { getPastPrice } from '../../src/modules/market/queries.ts'
import { createPublishedPlan } from '../../src/modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  type Anvil,
  encodeAddress,
  encodeCall,
  encodeWord,
  SELECTORS,
  startAnvil,
  toHex,
} from './anvil.ts'
import { answerOldTip, breakProviders, fail, raiseAmounts } from './support/broken-providers.ts'
import { type DepositChain, driveBitcoin, driveEthereum } from './support/deposit-chains.ts'
import { driveDeposits } from './support/deposits.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

const DAY = 86_400_000
const COINS = ['BTC', 'ETH', 'USDT'] as const
type TestedCoin = (typeof COINS)[number]
/** How many days before the chains begin a deposit was quoted. */
const EARLIER = [90, 40] as const

let regtest: Regtest
let anvil: Anvil
let testApp: TestApp
let app: TestApp['app']
let deposits: ReturnType<typeof driveDeposits>
const chains = {} as Record<TestedCoin, DepositChain>
const earlier = new Map<string, Deposit>()

beforeAll(async () => {
  ;[regtest, anvil] = await Promise.all([startRegtest(), startAnvil()])
  const begin = new Date()
  testApp = await createTestApp({ at: new Date(begin.getTime() - 90 * DAY).toISOString() })
  const { clock } = testApp.app
  chains.BTC = driveBitcoin(regtest)
  chains.ETH = driveEthereum(anvil, 'ETH', clock)
  chains.USDT = driveEthereum(anvil, 'USDT', clock)
  const { providers: ethereum } = chains.ETH
  app = {
    ...testApp.app,
    chains: { bitcoin: chains.BTC.providers, ethereum, tron: [] },
  }
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { id: planId } = await createPublishedPlan(app, { minAmount: 10_000n })
  deposits = driveDeposits({ app, database: testApp.database, admin, planId })

  for (const days of EARLIER) {
    clock.set(new Date(begin.getTime() - days * DAY).toISOString())
    for (const coin of COINS) earlier.set(`${days} ${coin}`, await deposits.quoteOnly(coin))
  }
  clock.set(begin.toISOString())
  await expireQuotes(app)
  for (const chain of ['bitcoin', 'ethereum'] as const) await watchChain(app, chain)
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  expect((await testApp.database.owner.query('select * from check_everything()')).rows).toEqual([])
  await Promise.all([regtest.stop(), anvil.stop(), testApp.close()])
})

const readDeposit = ({ id }: Deposit) => getAnyDeposit(app.db, id, app.clock.now())

describe.each(COINS)('A deposit in %s on a real node', (coin) => {
  const chain = () => chains[coin]
  const pay = (deposit: Deposit, units = deposit.coinAmount) => chain().pay(deposit.address, units)
  /** Pays a deposit and credits it with exactly the confirmations that it needs. */
  async function payAndCredit() {
    const deposit = await deposits.quote(chain())
    await pay(deposit)
    await deposits.follow(chain(), chain().needed)
    await deposits.confirm(deposit)
    return deposit
  }

  test('is credited exactly with its last confirmation, and not one block before', async () => {
    const deposit = await deposits.quote(chain())
    const { needed } = chain()
    await pay(deposit)
    await deposits.follow(chain())
    // a payment on Ethereum is known with its block
    expect(await deposits.read(deposit)).toBe(
      coin === 'BTC' ? 'pending, confirming/none 0' : 'awaiting_payment',
    )

    await deposits.follow(chain(), needed - 1)
    expect(await deposits.read(deposit)).toBe(`pending, confirming/none ${needed - 1}`)
    await expect(deposits.confirm(deposit)).rejects.toMatchObject({ code: 'not_confirmed_yet' })

    await deposits.follow(chain(), 1)
    expect(await deposits.read(deposit)).toBe(`pending, confirmed/none ${needed}`)
    expect((await deposits.confirm(deposit)).credited).toBe(50_000n)
    expect(await deposits.read(deposit)).toBe(`completed, credited/none ${needed}`)
  })

  test('that is short or over is credited with what arrived', async () => {
    const [short, over] = [await deposits.quote(chain()), await deposits.quote(chain())]
    await pay(short, (short.coinAmount * 96n) / 100n)
    await pay(over, (over.coinAmount * 104n) / 100n)
    await deposits.follow(chain(), chain().needed)

    expect(await deposits.read(short)).toContain('pending, awaiting/partial')
    expect(await deposits.read(over)).toContain('pending, confirmed/over')
    for (const [deposit, percent] of [
      [short, 96n],
      [over, 104n],
    ] as const) {
      const units = (deposit.coinAmount * percent) / 100n
      const worth = computeCoinValue(units, deposit.rate, coin)
      expect(await deposits.confirm(deposit)).toMatchObject({ received: units, credited: worth })
    }
  })

  test('that is paid twice is credited once, and the second payment waits for staff', async () => {
    const deposit = await payAndCredit()
    await pay(deposit)
    await deposits.follow(chain(), chain().needed)

    expect(await deposits.readUnmatched(deposit)).toEqual(['already_decided'])
    expect(await deposits.readWorth(deposit)).toBe(50_000n)
  })

  test('that is paid one block too late has the rate of that block', async () => {
    const deposit = await deposits.quote(chain())
    app.clock.set(deposit.expiresAt.toISOString())
    await expireQuotes(app)
    await pay(deposit)
    await deposits.follow(chain(), chain().needed)

    const { late, arrivedAt, creditRate } = await readDeposit(deposit)
    expect(late).toBe(true)
    const { rate } = await getPastPrice(app, coin, arrivedAt ?? app.clock.now())
    expect(creditRate).toBe(rate)
    expect(await deposits.read(deposit)).toContain('pending, confirmed/late')
  })

  test('that is paid 40 days later is found and late; after 90 days its member is proposed', async () => {
    const [late, lent] = [earlier.get(`40 ${coin}`), earlier.get(`90 ${coin}`)]
    if (!late || !lent) throw new Error('no earlier deposit')
    const moved = [
      await deposits.moveToNode(late, chain()),
      await deposits.moveToNode(lent, chain()),
    ] as const
    for (const deposit of moved) await pay(deposit)
    await deposits.follow(chain(), chain().needed)

    expect(await deposits.read(late)).toContain('pending, confirmed/late')
    expect(await deposits.confirm(late)).toMatchObject({ status: 'completed', positionId: null })
    expect(await deposits.read(lent)).toBe('expired')
    expect(await deposits.readUnmatched(lent)).toEqual(['lent_before'])
  })

  test.each([1, 3])(
    'is credited once when %i new blocks include its payment again',
    async (depth) => {
      const deposit = await deposits.quote(chain())
      await pay(deposit)
      await deposits.follow(chain(), depth)
      await chain().reorganise(depth, 'stays', app.clock.now())
      await deposits.follow(chain())
      expect(await deposits.read(deposit)).toMatch(/^pending, confirm/)

      await deposits.follow(chain(), chain().needed)
      expect((await deposits.confirm(deposit)).credited).toBe(50_000n)
      expect(await deposits.readUnmatched(deposit)).toEqual([])
    },
  )

  test.each([1, 3])('waits again when a branch of %i blocks has no such payment', async (depth) => {
    const deposit = await deposits.quote(chain())
    await pay(deposit)
    await deposits.follow(chain(), depth)
    await chain().reorganise(depth, 'lost', app.clock.now())
    await deposits.follow(chain(), 1)

    expect(await deposits.read(deposit)).toBe('awaiting_payment, awaiting/none 0')
    await expect(deposits.confirm(deposit)).rejects.toMatchObject({ code: 'not_pending' })
    await pay(deposit)
    await deposits.follow(chain(), chain().needed)
    expect((await deposits.confirm(deposit)).credited).toBe(50_000n)
  })

  test('stays credited by a reorganisation that includes its payment again, without an alert', async () => {
    const deposit = await payAndCredit()
    for (const depth of [1, 3]) {
      await chain().reorganise(depth, 'stays', app.clock.now())
      await deposits.follow(chain(), 1)
      expect(await deposits.read(deposit)).toContain('completed, credited/none')
      expect(await deposits.listVanished()).not.toContain(deposit.id)
    }
    expect(await deposits.readWorth(deposit)).toBe(50_000n)
  })

  test('alerts the staff when its payment disappears after the credit, and debits nothing', async () => {
    const deposit = await payAndCredit()
    await chain().reorganise(chain().needed + 1, 'lost', app.clock.now())
    await deposits.follow(chain(), 1)

    expect(await deposits.read(deposit)).toBe('completed, reversed/none 0')
    expect(await deposits.listVanished()).toContain(deposit.id)
    expect(await deposits.readWorth(deposit)).toBe(50_000n)
    app.clock.advance(7 * DAY)
    expect(await deposits.listVanished()).not.toContain(deposit.id)
    app.clock.advance(-7 * DAY)
  })

  test('is not credited while its two providers show different amounts', async () => {
    const deposit = await deposits.quote(chain())
    await pay(deposit)
    await deposits.follow(chain(), 1, breakProviders(app, chain().chain, raiseAmounts))
    await deposits.follow(chain(), chain().needed)

    await expect(deposits.confirm(deposit)).rejects.toMatchObject({ code: 'evidence_disputed' })
    expect(await deposits.readWorth(deposit)).toBe(0n)
  })

  test('is credited although one provider is silent or behind, and not while both are', async () => {
    for (const broken of [fail, answerOldTip]) {
      const deposit = await deposits.quote(chain())
      await pay(deposit)
      const watched = breakProviders(app, chain().chain, broken)
      await deposits.follow(chain(), chain().needed, watched)
      expect((await deposits.confirm(deposit)).credited).toBe(50_000n)
      app.clock.advance(10 * 60_000)
      await deposits.follow(chain(), 1)
    }

    const unknown = await deposits.quote(chain())
    await pay(unknown)
    await deposits.follow(chain(), chain().needed)
    const both = breakProviders(app, chain().chain, fail, fail)
    await deposits.follow(chain(), 0, both)
    expect(await deposits.read(unknown)).toContain('pending, confirming/none')
    await expect(deposits.confirm(unknown)).rejects.toMatchObject({ code: 'evidence_unknown' })
    app.clock.advance(10 * 60_000)
    await deposits.follow(chain(), 1)
    expect((await deposits.confirm(unknown)).credited).toBe(50_000n)
  })
})

describe('A payment in Bitcoin', () => {
  test.each(['dropped', 'replaced', 'double-spent'])(
    'that is %s before its credit takes its deposit back to waiting',
    async (how) => {
      const deposit = await deposits.quote(chains.BTC)
      const paid = await regtest.pay([deposit.address, deposit.coinAmount])
      await deposits.follow(chains.BTC)
      expect(await deposits.read(deposit)).toBe('pending, confirming/none 0')

      const spend = { from: paid.input, fee: 20_000n }
      const other = await regtest.faucet.spend([[regtest.faucet.address, 9_000n]], spend)
      if (how === 'dropped') regtest.drop(paid.txid)
      if (how === 'replaced') await regtest.replace(paid.txid, other.rawHex)
      if (how === 'double-spent') {
        await deposits.follow(chains.BTC, 1)
        await regtest.reorganise(1, [other.rawHex])
      }
      await deposits.follow(chains.BTC, how === 'dropped' ? 0 : 3)
      expect(await deposits.read(deposit)).toBe('awaiting_payment, awaiting/none 0')
    },
  )

  test('that is replaced with a higher fee is credited by its replacement, once', async () => {
    const deposit = await deposits.quote(chains.BTC)
    const outputs = [[deposit.address, deposit.coinAmount]] as const
    const paid = await regtest.pay(...outputs)
    await deposits.follow(chains.BTC)
    const spend = { from: paid.input, fee: 20_000n }
    const replacement = await regtest.faucet.spend(outputs, spend)
    await regtest.replace(paid.txid, replacement.rawHex)
    await deposits.follow(chains.BTC, 2)

    expect(await deposits.confirm(deposit)).toMatchObject({ credited: 50_000n })
    expect(await deposits.readWorth(deposit)).toBe(50_000n)
  })

  test('seen in the mempool before its quote ends has the locked rate in a later block', async () => {
    const deposit = await deposits.quote(chains.BTC)
    app.clock.set(new Date(deposit.expiresAt.getTime() - 31_000).toISOString())
    await regtest.pay([deposit.address, deposit.coinAmount])
    await deposits.follow(chains.BTC)
    app.clock.advance(40 * 60_000)
    await expireQuotes(app)
    await deposits.follow(chains.BTC, 2)

    expect(await deposits.confirm(deposit)).toMatchObject({ late: false, credited: 50_000n })
  })
})

describe('A payment on Ethereum', () => {
  test('by a contract credits its deposit', async () => {
    const deposit = await deposits.quote(chains.ETH)
    await anvil.sendTransaction({
      to: anvil.splitter,
      value: toHex(deposit.coinAmount * 10n ** 9n),
      data: encodeCall(SELECTORS.send, encodeAddress(deposit.address)),
    })
    await deposits.follow(chains.ETH, 12)
    expect(await deposits.confirm(deposit)).toMatchObject({ credited: 50_000n })
  })

  test('in a false token with the same name, or of zero, changes no deposit', async () => {
    const deposit = await deposits.quote(chains.USDT)
    const falseToken = await anvil.deployUsdt()
    const transfer = (token: string, units: bigint) =>
      anvil.sendTransaction({
        to: token,
        data: encodeCall(SELECTORS.transfer, encodeAddress(deposit.address), encodeWord(units)),
      })
    await transfer(falseToken, deposit.coinAmount)
    await transfer(anvil.usdt, 0n)
    await deposits.follow(chains.USDT, 12)

    expect(await deposits.read(deposit)).toBe('awaiting_payment')
    expect(await deposits.readUnmatched(deposit)).toEqual([])
  })
})

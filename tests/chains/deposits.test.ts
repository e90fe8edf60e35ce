import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainProvider } from '../../src/modules/chains/adapters/chain-provider.ts'
import { watchChain } from '../../src/modules/chains/commands/watch-chain.ts'
import { confirmDeposit } from '../../src/modules/deposits/commands/confirm-deposit.ts'
import { expireQuotes } from '../../src/modules/deposits/commands/expire-quotes.ts'
import { matchPayments } from '../../src/modules/deposits/commands/match-payments.ts'
import { quoteDeposit } from '../../src/modules/deposits/commands/quote-deposit.ts'
import { buildEvidence } from '../../src/modules/deposits/presenters/evidence.ts'
import {
  type Deposit,
  getAnyDeposit,
  listVanishedCredits,
} from '../../src/modules/deposits/queries.ts'
import type { Admin } from '../../src/modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '../../src/modules/identity/testing.ts'
import { getMemberBalances, verifyLedger } from '../../src/modules/ledger/queries.ts'
import { computeCoinValue } from '../../src/modules/market/model.ts'
import { getPastPrice } from '../../src/modules/market/queries.ts'
import type { PlanVersion } from '../../src/modules/plans/model.ts'
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
import { type DepositChain, driveBitcoin, driveEthereum } from './support/deposit-chains.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

const DAY = 86_400_000
const COINS = ['BTC', 'ETH', 'USDT'] as const
const METHODS = { BTC: 'BITCOIN', ETH: 'ETHERIUM', USDT: 'USDT' }
type TestedCoin = (typeof COINS)[number]
/** How many days before the chains begin a deposit was quoted. */
const EARLIER = [90, 40] as const

let regtest: Regtest
let anvil: Anvil
let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let plan: PlanVersion
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
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  plan = await createPublishedPlan(app, { minAmount: 10_000n, maxAmount: 5_000_000n })

  for (const days of EARLIER) {
    clock.set(new Date(begin.getTime() - days * DAY).toISOString())
    for (const coin of COINS) earlier.set(`${days} ${coin}`, await quoteOnly(coin))
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

async function quoteOnly(coin: TestedCoin): Promise<Deposit> {
  const { member } = await createTestMember(app)
  const input = { planId: plan.id, amount: '500', method: METHODS[coin] }
  const deposit = await quoteDeposit(app, member, input)
  // the sandbox's shared address is one of another network
  await testApp.database.owner.query('delete from chain_address where address = $1', [
    deposit.address,
  ])
  return deposit
}

/** Gives a deposit an address of its own on the node, as a derived or lent one is. */
async function moveToNode(deposit: Deposit, { chain, coin, issueAddress }: DepositChain) {
  const address = issueAddress()
  const now = app.clock.now()
  const client = await testApp.database.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update deposit set address = $2 where id = $1', [deposit.id, address])
  await client.query('set session_replication_role = origin')
  await client.query(
    `select watch_address('adr_' || right($1, 20), $2, $3, $4, $5, $5::timestamptz + interval '1 day',
      $5::timestamptz + interval '8 days')`,
    [deposit.id, chain, coin, address, now],
  )
  client.release()
  return { ...deposit, address }
}

const quote = async (coin: TestedCoin) => moveToNode(await quoteOnly(coin), chains[coin])

/** Mines blocks, lets both providers observe them, and matches what they show. */
async function follow({ chain, mine }: DepositChain, blocks = 0, watched = app) {
  app.clock.advance(30_000)
  if (blocks > 0) await mine(blocks, app.clock.now())
  await watchChain(watched, chain)
  await matchPayments(app)
}

/** Returns what staff and the member see: status, state, flag and confirmations. */
async function read({ id }: Pick<Deposit, 'id'>): Promise<string> {
  const deposit = await getAnyDeposit(app.db, id, app.clock.now())
  const evidence = (await buildEvidence(app, [deposit])).get(id)
  if (!evidence) return deposit.status
  const { state, flag, confirmations } = evidence
  return `${deposit.status}, ${state}/${flag} ${confirmations}`
}

const readDeposit = ({ id }: Pick<Deposit, 'id'>) => getAnyDeposit(app.db, id, app.clock.now())
const confirm = ({ id: depositId }: Deposit) => confirmDeposit(app, ines, { depositId })
const readWorth = async ({ memberId }: Deposit) => {
  const { cash, principal } = await getMemberBalances(app.db, memberId)
  return cash + principal
}
async function readUnmatched({ memberId }: Deposit): Promise<string[]> {
  const { rows } = await testApp.database.owner.query(
    'select reason from deposit_payment where member_id = $1 and deposit_id is null',
    [memberId],
  )
  return rows.map(({ reason }) => reason)
}
const listVanished = () => listVanishedCredits(app.db, app.clock.now())

describe.each(COINS)('A deposit in %s on a real node', (coin) => {
  const chain = () => chains[coin]
  const pay = (deposit: Deposit, units = deposit.coinAmount) => chain().pay(deposit.address, units)
  /** Pays a deposit and credits it with exactly the confirmations that it needs. */
  async function payAndCredit() {
    const deposit = await quote(coin)
    await pay(deposit)
    await follow(chain(), chain().needed)
    await confirm(deposit)
    return deposit
  }

  test('is credited exactly with its last confirmation, and not one block before', async () => {
    const deposit = await quote(coin)
    const { needed } = chain()
    await pay(deposit)
    await follow(chain())
    // a payment on Ethereum is known with its block
    expect(await read(deposit)).toBe(
      coin === 'BTC' ? 'pending, confirming/none 0' : 'awaiting_payment',
    )

    await follow(chain(), needed - 1)
    expect(await read(deposit)).toBe(`pending, confirming/none ${needed - 1}`)
    await expect(confirm(deposit)).rejects.toMatchObject({ code: 'not_confirmed_yet' })

    await follow(chain(), 1)
    expect(await read(deposit)).toBe(`pending, confirmed/none ${needed}`)
    expect((await confirm(deposit)).credited).toBe(50_000n)
    expect(await read(deposit)).toBe(`completed, credited/none ${needed}`)
  })

  test('that is short or over is credited with what arrived', async () => {
    const [short, over] = [await quote(coin), await quote(coin)]
    await pay(short, (short.coinAmount * 96n) / 100n)
    await pay(over, (over.coinAmount * 104n) / 100n)
    await follow(chain(), chain().needed)

    expect(await read(short)).toContain('pending, awaiting/partial')
    expect(await read(over)).toContain('pending, confirmed/over')
    for (const [deposit, percent] of [
      [short, 96n],
      [over, 104n],
    ] as const) {
      const units = (deposit.coinAmount * percent) / 100n
      const worth = computeCoinValue(units, deposit.rate, coin)
      expect(await confirm(deposit)).toMatchObject({ received: units, credited: worth })
    }
  })

  test('that is paid twice is credited once, and the second payment waits for staff', async () => {
    const deposit = await payAndCredit()
    await pay(deposit)
    await follow(chain(), chain().needed)

    expect(await readUnmatched(deposit)).toEqual(['already_decided'])
    expect(await readWorth(deposit)).toBe(50_000n)
  })

  test('that is paid one block too late has the rate of that block', async () => {
    const deposit = await quote(coin)
    app.clock.set(deposit.expiresAt.toISOString())
    await expireQuotes(app)
    await pay(deposit)
    await follow(chain(), chain().needed)

    const { late, arrivedAt, creditRate } = await readDeposit(deposit)
    expect(late).toBe(true)
    const { rate } = await getPastPrice(app, coin, arrivedAt ?? app.clock.now())
    expect(creditRate).toBe(rate)
    expect(await read(deposit)).toContain('pending, confirmed/late')
  })

  test('that is paid 40 days later is found and late; after 90 days its member is proposed', async () => {
    const [late, lent] = [earlier.get(`40 ${coin}`), earlier.get(`90 ${coin}`)]
    if (!late || !lent) throw new Error('no earlier deposit')
    const moved = [await moveToNode(late, chain()), await moveToNode(lent, chain())] as const
    for (const deposit of moved) await pay(deposit)
    await follow(chain(), chain().needed)

    expect(await read(late)).toContain('pending, confirmed/late')
    expect(await confirm(late)).toMatchObject({ status: 'completed', positionId: null })
    expect(await read(lent)).toBe('expired')
    expect(await readUnmatched(lent)).toEqual(['lent_before'])
  })

  test.each([1, 3])('loses its confirmations by a reorganisation of %i blocks', async (depth) => {
    const deposit = await quote(coin)
    await pay(deposit)
    await follow(chain(), depth)
    await chain().reorganise(depth, 'stays', app.clock.now())
    await follow(chain())
    expect(await read(deposit)).toMatch(/^pending, confirm/)

    await follow(chain(), chain().needed)
    expect((await confirm(deposit)).credited).toBe(50_000n)
    expect(await readUnmatched(deposit)).toEqual([])
  })

  test.each([1, 3])('waits again when a branch of %i blocks has no such payment', async (depth) => {
    const deposit = await quote(coin)
    await pay(deposit)
    await follow(chain(), depth)
    await chain().reorganise(depth, 'lost', app.clock.now())
    await follow(chain(), 1)

    expect(await read(deposit)).toBe('awaiting_payment, awaiting/none 0')
    await expect(confirm(deposit)).rejects.toMatchObject({ code: 'not_pending' })
    await pay(deposit)
    await follow(chain(), chain().needed)
    expect((await confirm(deposit)).credited).toBe(50_000n)
  })

  test('stays credited by a reorganisation that keeps its payment, without an alert', async () => {
    const deposit = await payAndCredit()
    for (const depth of [1, 3]) {
      await chain().reorganise(depth, 'stays', app.clock.now())
      await follow(chain(), 1)
      expect(await read(deposit)).toContain('completed, credited/none')
      expect(await listVanished()).not.toContain(deposit.id)
    }
    expect(await readWorth(deposit)).toBe(50_000n)
  })

  test('alerts the staff when its payment disappears after the credit, and debits nothing', async () => {
    const deposit = await payAndCredit()
    await chain().reorganise(chain().needed + 1, 'lost', app.clock.now())
    await follow(chain(), 1)

    expect(await read(deposit)).toBe('completed, reversed/none 0')
    expect(await listVanished()).toContain(deposit.id)
    expect(await readWorth(deposit)).toBe(50_000n)
    app.clock.advance(7 * DAY)
    expect(await listVanished()).not.toContain(deposit.id)
    app.clock.advance(-7 * DAY)
  })

  test('is not credited while its two providers show different amounts', async () => {
    const deposit = await quote(coin)
    await pay(deposit)
    await follow(chain(), 1, watchWith(chain(), raiseAmounts))
    await follow(chain(), chain().needed)

    await expect(confirm(deposit)).rejects.toMatchObject({ code: 'evidence_disputed' })
    expect(await readWorth(deposit)).toBe(0n)
  })

  test('is credited although one provider is silent or behind, and not while both are', async () => {
    const fail = async () => Promise.reject(new Error('429'))
    for (const broken of [fail, answerOldTip]) {
      const deposit = await quote(coin)
      await pay(deposit)
      const watched = watchWith(chain(), broken)
      await follow(chain(), chain().needed, watched)
      expect((await confirm(deposit)).credited).toBe(50_000n)
      app.clock.advance(10 * 60_000)
      await follow(chain(), 1)
    }

    const unknown = await quote(coin)
    await pay(unknown)
    await follow(chain(), chain().needed)
    const both = watchWith(chain(), fail, fail)
    await follow(chain(), 0, both)
    expect(await read(unknown)).toContain('pending, confirming/none')
    await expect(confirm(unknown)).rejects.toMatchObject({ code: 'evidence_unknown' })
    app.clock.advance(10 * 60_000)
    await follow(chain(), 1)
    expect((await confirm(unknown)).credited).toBe(50_000n)
  })
})

type Observe = ChainProvider['observe']
type Break = (observe: Observe, ...call: Parameters<Observe>) => ReturnType<Observe>

/** The application with the second provider broken, or each by its own fault. */
function watchWith({ chain }: DepositChain, ...faults: Break[]): typeof app {
  const [first, second] = app.chains[chain]
  if (!first || !second) throw new Error('two providers are open')
  const breakOne = (provider: ChainProvider, fault: Break): ChainProvider => ({
    ...provider,
    observe: (...call) => fault(provider.observe, ...call),
  })
  const [fault, other] = faults
  const broken = [other ? breakOne(first, other) : first, fault ? breakOne(second, fault) : second]
  return { ...app, chains: { ...app.chains, [chain]: broken } }
}

const raiseAmounts: Break = async (observe, ...call) => {
  const observation = await observe(...call)
  const payments = observation.payments.map((one) => ({ ...one, units: one.units * 10n }))
  return { ...observation, payments }
}

const answerOldTip: Break = async (observe, ...call) => {
  const observation = await observe(...call)
  const height = observation.tip.height - 50
  return { ...observation, tip: { ...observation.tip, height, finalHeight: null }, payments: [] }
}

describe('A payment in Bitcoin', () => {
  test.each(['dropped', 'replaced', 'double-spent'])(
    'that is %s before its credit takes its deposit back to waiting',
    async (how) => {
      const deposit = await quote('BTC')
      const paid = await regtest.pay([deposit.address, deposit.coinAmount])
      await follow(chains.BTC)
      expect(await read(deposit)).toBe('pending, confirming/none 0')

      const spend = { from: paid.input, fee: 20_000n }
      const other = await regtest.faucet.spend([[regtest.faucet.address, 9_000n]], spend)
      if (how === 'dropped') regtest.drop(paid.txid)
      if (how === 'replaced') await regtest.replace(paid.txid, other.rawHex)
      if (how === 'double-spent') {
        await follow(chains.BTC, 1)
        await regtest.reorganise(1, [other.rawHex])
      }
      await follow(chains.BTC, how === 'dropped' ? 0 : 3)
      expect(await read(deposit)).toBe('awaiting_payment, awaiting/none 0')
    },
  )

  test('that is replaced with a higher fee is credited by its replacement, once', async () => {
    const deposit = await quote('BTC')
    const outputs = [[deposit.address, deposit.coinAmount]] as const
    const paid = await regtest.pay(...outputs)
    await follow(chains.BTC)
    const spend = { from: paid.input, fee: 20_000n }
    const replacement = await regtest.faucet.spend(outputs, spend)
    await regtest.replace(paid.txid, replacement.rawHex)
    await follow(chains.BTC, 2)

    expect(await confirm(deposit)).toMatchObject({ credited: 50_000n })
    expect(await readWorth(deposit)).toBe(50_000n)
  })

  test('seen in the mempool before its quote ends has the locked rate in a later block', async () => {
    const deposit = await quote('BTC')
    app.clock.set(new Date(deposit.expiresAt.getTime() - 31_000).toISOString())
    await regtest.pay([deposit.address, deposit.coinAmount])
    await follow(chains.BTC)
    app.clock.advance(40 * 60_000)
    await expireQuotes(app)
    await follow(chains.BTC, 2)

    expect(await confirm(deposit)).toMatchObject({ late: false, credited: 50_000n })
  })
})

describe('A payment on Ethereum', () => {
  test('by a contract credits its deposit', async () => {
    const deposit = await quote('ETH')
    await anvil.sendTransaction({
      to: anvil.splitter,
      value: toHex(deposit.coinAmount * 10n ** 9n),
      data: encodeCall(SELECTORS.send, encodeAddress(deposit.address)),
    })
    await follow(chains.ETH, 12)
    expect(await confirm(deposit)).toMatchObject({ credited: 50_000n })
  })

  test('in a false token with the same name, or of zero, changes no deposit', async () => {
    const deposit = await quote('USDT')
    const falseToken = await anvil.deployUsdt()
    const transfer = (token: string, units: bigint) =>
      anvil.sendTransaction({
        to: token,
        data: encodeCall(SELECTORS.transfer, encodeAddress(deposit.address), encodeWord(units)),
      })
    await transfer(falseToken, deposit.coinAmount)
    await transfer(anvil.usdt, 0n)
    await follow(chains.USDT, 12)

    expect(await read(deposit)).toBe('awaiting_payment')
    expect(await readUnmatched(deposit)).toEqual([])
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { assessPayment } from '#modules/chains/model.ts'
import { listPayments } from '#modules/chains/queries.ts'
import { watchTestAddress } from '#modules/chains/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { type Fault, ModelChain, ModelProvider } from '../support/model-chain.ts'
import { DEEP, pickScale, SEED } from '../support/scale.ts'

const RUNS = pickScale(20, 2_000)
const MINUTE_MS = 60_000
const SMALL = 1n
const LARGE = 1_000_000n
/** The confirmations that payments of these values need. */
const NEEDED = { small: 2, large: 6 }
const ADDRESSES = 4

let context: TestApp
let app: TestApp['app']
beforeAll(async () => {
  context = await createTestApp()
  app = context.app
})
afterAll(() => context.close())

type Step =
  | { kind: 'pay'; address: number }
  | { kind: 'mine'; takes: number }
  | { kind: 'fork'; depth: number; survives: number }
  | { kind: 'drop'; at: number }
  | { kind: 'issue' }
  | { kind: 'fault'; provider: 0 | 1; fault: Fault }
  | { kind: 'poll' }

const bits = fc.nat({ max: 255 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), address: fc.nat(3) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('mine' as const), takes: bits }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('fork' as const),
        depth: fc.integer({ min: 1, max: 7 }),
        survives: bits,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('issue' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('fault' as const),
        provider: fc.constantFrom(0 as const, 1 as const),
        fault: fc.constantFrom<Fault>('none', 'none', 'silent', 'behind', 'hides', 'invents'),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('poll' as const) }) },
  ),
  { minLength: 10, maxLength: 40 },
)

const isTaken = (mask: number) => (at: number) => ((mask >> (at % 8)) & 1) === 1
const nameAddress = (run: number, at: number) => `bc1qrun${run}address${at}`.padEnd(42, '0')

class Walk {
  readonly chain = new ModelChain(() => app.clock.now())
  readonly providers: ModelProvider[]
  readonly issued: string[] = []
  readonly app: App
  readonly #run: number

  constructor(run: number) {
    this.#run = run
    this.providers = [
      new ModelProvider(this.chain, `Node A ${run}`, false),
      new ModelProvider(this.chain, `Node B ${run}`, true),
    ]
    const bitcoin = this.providers.map(({ provider }) => provider)
    this.app = { ...app, chains: { ...app.chains, bitcoin } }
  }

  async issue(): Promise<void> {
    if (this.issued.length === ADDRESSES) return
    const address = nameAddress(this.#run, this.issued.length)
    await watchTestAddress(app, { address })
    this.issued.push(address)
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'pay') {
      const address = this.issued[step.address % this.issued.length]
      if (address) this.chain.pay(address)
    } else if (step.kind === 'mine') this.chain.mine(isTaken(step.takes))
    else if (step.kind === 'fork') this.chain.fork(step.depth, isTaken(step.survives))
    else if (step.kind === 'drop') this.chain.drop(step.at)
    else if (step.kind === 'issue') await this.issue()
    else if (step.kind === 'fault') this.providers[step.provider]?.set(step.fault)
    else await this.poll()
  }

  async poll(ms: number = MINUTE_MS): Promise<void> {
    app.clock.advance(ms)
    await watchChain(this.app, 'bitcoin')
    for (const list of [this.listConfirmed(LARGE), this.listSettled(LARGE)])
      expect(await this.findUnreal(await list, NEEDED.large)).toEqual([])
    // One provider is enough for a small payment, while no other one answers that never invented any.
    if (await this.isAnsweredHonestly())
      expect(await this.findUnreal(await this.listSettled(SMALL), NEEDED.small)).toEqual([])
  }

  async findUnreal(txids: readonly string[], needed: number): Promise<string[]> {
    const real = new Set(this.chain.listConfirmed(new Set(this.issued), needed))
    return txids.filter((txid) => !real.has(txid))
  }

  async isAnsweredHonestly(): Promise<boolean> {
    const honest = this.providers.filter(
      ({ fault, hasInvented }) => fault === 'none' && !hasInvented,
    )
    const { rows } = await context.database.owner.query(
      'select from chain_provider where name = any($1) and problem is null and answered_at = $2',
      [honest.map(({ provider }) => provider.name), app.clock.now()],
    )
    return rows.length > 0
  }

  /** The payments that deposits of this amount are credited for. */
  async listSettled(cents: bigint): Promise<string[]> {
    const { rows } = await context.database.pool.query<{ txid: string }>(
      'select txid from payment_evidence e where address = any($1) and is_payment_settled(e, $2)',
      [this.issued, cents],
    )
    return rows.map(({ txid }) => txid).sort()
  }

  async listConfirmed(cents: bigint): Promise<string[]> {
    const found = await listPayments(this.app, app.db, {
      chain: 'bitcoin',
      addresses: this.issued,
    })
    return found
      .filter((payment) => assessPayment(payment, cents).isConfirmed)
      .map(({ txid }) => txid)
      .sort()
  }
}

const clear = () =>
  context.database.owner.query(
    `truncate chain_sighting, chain_payment, chain_cursor_address, chain_address, chain_provider
      cascade`,
  )

let runs = 0
async function walk(taken: readonly Step[]): Promise<void> {
  await clear()
  const walked = new Walk(++runs)
  await walked.issue()
  for (const step of taken) await walked.take(step)

  for (const provider of walked.providers) provider.set('none')
  walked.chain.mine(() => true)
  for (let round = 0; round < 3; round++) await walked.poll(12 * MINUTE_MS)

  const issued = new Set(walked.issued)
  for (const [cents, needed] of [
    [SMALL, NEEDED.small],
    [LARGE, NEEDED.large],
  ] as const) {
    const real = walked.chain.listConfirmed(issued, needed)
    expect(await walked.listConfirmed(cents)).toEqual(real)
    expect(await walked.listSettled(cents)).toEqual(real)
  }
}

test(
  'what deposits are credited for is what the final chain pays, after forks and faults of providers',
  async () => {
    const options = { numRuns: RUNS, ...(SEED !== null && { seed: SEED }) }
    await fc.assert(fc.asyncProperty(steps, walk), { ...options, endOnFailure: !DEEP })
  },
  DEEP ? 4 * 3_600_000 : 240_000,
)

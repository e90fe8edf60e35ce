import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import {
  type Transfer,
  toMemberAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { getBalances, listPostingRules, type PostingRule } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { verifyWholeLedger } from '../support/ledger-load.ts'
import { LedgerModel } from '../support/ledger-model.ts'
import { DEEP, pickScale } from '../support/scale.ts'

const SECONDS = 4
/** So many runs are made however slow the machine is; then others until the time is over. */
const MIN_RUNS = 12
const NEEDING = new Set<string>(['income_recorded', 'loss_recorded'])
const STEPS = 200_000
const STEPS_A_RUN = 30
const MEMBERS = 3

let database: TestDatabase
let rules: PostingRule[]
let run = 0
let steps = 0
const answers: Record<string, number> = {}

beforeAll(async () => {
  database = await testDatabase()
  rules = await listPostingRules(database.db)
})
afterAll(async () => database.close())

const SUB_ACCOUNTS = ['cash', 'principal', 'profit', 'hold_cash', 'hold_profit'] as const
const member = fc.nat(MEMBERS - 1)
const small = fc.bigInt(1n, 300n)
const smaller = fc.bigInt(1n, 90n)

/**
 * What a step is made of; accounts get this run's names later. `{}` in an event or reference is
 * replaced by the step.
 */
type Draft = {
  kind: Transfer['transferType']
  debit: string
  credit: string
  amount: bigint
  receipt?: 'fits' | 'differs' | 'spent'
}

const cash = (m: number) => `m${m}:cash`
const formatSubAccount = (m: number, name: (typeof SUB_ACCOUNTS)[number]) => `m${m}:${name}`

const receipts = fc.oneof(
  { weight: 12, arbitrary: fc.constant('fits' as const) },
  { weight: 1, arbitrary: fc.constantFrom('differs' as const, 'spent' as const) },
)

const deposit = fc.tuple(member, small, receipts).map(([m, amount, receipt]): Draft[] => [
  {
    kind: 'deposit_confirmed',
    debit: 'custody:hot:BTC',
    credit: 'exchange:BTC',
    amount: amount * 7n,
    receipt,
  },
  { kind: 'deposit_confirmed', debit: 'exchange:USD', credit: cash(m), amount },
  {
    kind: 'position_opened',
    debit: cash(m),
    credit: formatSubAccount(m, 'principal'),
    amount: amount / 2n + 1n,
  },
])
const income = fc
  .tuple(small, receipts)
  .map(([amount, receipt]): Draft[] => [
    { kind: 'income_recorded', debit: 'custody:bank:USD', credit: 'income', amount, receipt },
  ])
const paidReturns = fc.array(fc.tuple(member, smaller), { minLength: 1, maxLength: 3 }).map((all) =>
  all.map(
    ([m, amount]): Draft => ({
      kind: 'return_paid',
      debit: 'income',
      credit: formatSubAccount(m, 'profit'),
      amount,
    }),
  ),
)
const withdrawal = fc
  .tuple(
    member,
    smaller,
    fc.constantFrom('cash' as const, 'profit' as const),
    fc.constantFrom(0, 1, 2),
  )
  .map(([m, amount, from, what]): Draft[] => {
    const [own, hold] = [formatSubAccount(m, from), formatSubAccount(m, `hold_${from}`)]
    if (what === 0) return [{ kind: 'withdrawal_held', debit: own, credit: hold, amount }]
    if (what === 1) return [{ kind: 'withdrawal_released', debit: hold, credit: own, amount }]
    return [{ kind: 'withdrawal_paid', debit: hold, credit: 'custody:bank:USD', amount }]
  })
const redemption = fc.tuple(member, smaller).map(([m, amount]): Draft[] => [
  {
    kind: 'principal_redeemed',
    debit: formatSubAccount(m, 'principal'),
    credit: cash(m),
    amount,
  },
])

const ACCOUNTS = [
  ...Array.from({ length: MEMBERS }, (_, m) =>
    SUB_ACCOUNTS.map((name) => formatSubAccount(m, name)),
  ).flat(),
  'income',
  'custody:hot:BTC',
  'custody:bank:USD',
  'exchange:BTC',
  'exchange:USD',
  'nobody',
]
/** Any movement between any two accounts: nearly always forbidden. */
const anything = fc
  .tuple(
    fc.constantFrom(
      'income_recorded',
      'return_paid',
      'deposit_confirmed',
      'withdrawal_paid',
      'loss_recorded' as const,
    ),
    fc.constantFrom(...ACCOUNTS),
    fc.constantFrom(...ACCOUNTS),
    fc.bigInt(-1n, 50n),
    fc.option(receipts, { nil: undefined }),
  )
  .map(([kind, debit, credit, amount, receipt]): Draft[] => [
    {
      kind: kind as Transfer['transferType'],
      debit,
      credit,
      amount,
      ...(receipt ? { receipt } : {}),
    },
  ])

/** Dollars out of the exchange with nothing beside them. */
const alone = fc
  .tuple(member, small)
  .map(([m, amount]): Draft[] => [
    m === 0
      ? { kind: 'income_recorded', debit: 'exchange:USD', credit: 'income', amount }
      : { kind: 'deposit_confirmed', debit: 'exchange:USD', credit: cash(m), amount },
  ])

const draft = fc.oneof(
  { weight: 1, arbitrary: alone },
  { weight: 10, arbitrary: deposit },
  { weight: 4, arbitrary: income },
  { weight: 2, arbitrary: paidReturns },
  { weight: 5, arbitrary: withdrawal },
  { weight: 2, arbitrary: redemption },
  { weight: 2, arbitrary: anything },
)
/** The approval of a list that needs a second admin. */
const approvals = fc.oneof(
  { weight: 12, arbitrary: fc.constant('fits' as const) },
  { weight: 1, arbitrary: fc.constantFrom('none' as const, 'content' as const, 'spent' as const) },
)
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      post: fc.array(draft, { minLength: 1, maxLength: 2 }).map((all) => all.flat()),
      approval: approvals,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      again: fc.nat(1000),
      how: fc.constantFrom('same', 'cent', 'beside', 'newEvents'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ chain: true as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Gives a draft's accounts and events this run's names. */
const qualifyAccount = (code: string, id: string) => {
  const [, m, name] = /^m(\d):(\w+)$/.exec(code) ?? []
  if (m) return toMemberAccountCode(`mem_${id}x${m}`, name as (typeof SUB_ACCOUNTS)[number])
  return code === 'income' ? toPlanIncomeAccountCode(`pln_${id}`) : code
}

class ModelRun {
  readonly id = `r${++run}`
  readonly model = new LedgerModel(rules)
  readonly lists: Transfer[][] = []
  spent: string | undefined
  used: string | undefined

  async open() {
    await runInTransaction(database.db, async (tx) => {
      for (let m = 0; m < MEMBERS; m++) await openMemberAccounts(tx, `mem_${this.id}x${m}`)
      await openPlanAccounts(tx, `pln_${this.id}`)
    })

    for (const code of ACCOUNTS)
      if (code !== 'nobody') this.model.open(qualifyAccount(code, this.id))
  }

  async transfers(drafts: Draft[], at: number): Promise<Transfer[]> {
    const list: Transfer[] = []
    for (const [index, { kind, debit, credit, amount, receipt }] of drafts.entries()) {
      const rest: Partial<Transfer> = { reference: `${this.id}/${at}`, reason: 'test' }
      if (receipt) rest.receipt = await this.receipt(receipt, debit, amount)
      const [from, to] = [qualifyAccount(debit, this.id), qualifyAccount(credit, this.id)]
      list.push(transfer(`${this.id}/${at}/${index}`, kind, from, to, amount, rest))
    }

    return list
  }

  async receipt(what: 'fits' | 'differs' | 'spent', debit: string, amount: bigint) {
    if (what === 'spent' && this.spent) return this.spent

    const currency = debit.endsWith('BTC') ? 'BTC' : 'USD'
    const size = (amount > 0n ? amount : 1n) + (what === 'differs' ? 1n : 0n)
    const id = await runInTransaction(database.db, (tx) => createReceipt(tx, currency, size))

    this.model.receipt(id, currency, size)

    return id
  }

  async approve(list: Transfer[], how: 'fits' | 'none' | 'content' | 'spent'): Promise<Transfer[]> {
    if (how === 'none' || !list.some((leg) => NEEDING.has(leg.transferType))) return list
    if (how === 'spent' && this.used)
      return list.map((leg) => ({ ...leg, approval: this.used as string }))

    const shown = how === 'content' ? list.map((leg) => ({ ...leg, reason: 'other' })) : list
    const granted = await runInTransaction(database.db, (tx) => approveTransfers(tx, shown))
    const id = granted[0]?.approval ?? ''

    this.model.approve(id, shown)

    return list.map((leg) => ({ ...leg, approval: id }))
  }

  async take(step: Step, at: number) {
    steps++
    if ('chain' in step) return await chainJournal(database)

    const drawn = 'post' in step ? await this.transfers(step.post, at) : this.earlier(step, at)
    const list = 'post' in step ? await this.approve(drawn, step.approval) : drawn
    if (list.length === 0) return

    const expected = this.model.post(list)
    const got = await runInTransaction(database.db, (tx) => post(tx, list)).then(
      (rows) => (rows.every((row) => row.replay) ? 'replay' : 'posted'),
      (error) => error.code as string,
    )

    expect(
      expected,
      `${got} for ${list.map((leg) => `${leg.transferType} ${leg.debit} ${leg.credit} ${leg.amount}`)}`,
    ).toContain(got)

    answers[got] = (answers[got] ?? 0) + 1
    if (got === 'posted') this.lists.push(list)
    if (got === 'posted') this.used = list[0]?.approval ?? this.used
    if (got === 'posted') this.spent = list.find((leg) => leg.receipt)?.receipt ?? this.spent
  }

  /**
   * A list that was posted before: the same, with a cent more, with another beside it, or with
   * new events and its old receipts.
   */
  earlier({ again, how }: { again: number; how: string }, at: number): Transfer[] {
    const list = this.lists[again % Math.max(this.lists.length, 1)] ?? []
    if (list.length === 0 || how === 'same') return list
    if (how === 'cent') return list.map((leg) => ({ ...leg, amount: leg.amount + 1n }))
    if (how === 'newEvents')
      return list.map((leg, index) => ({ ...leg, idempotencyKey: `${this.id}/${at}/${index}` }))

    const [from, to] = [qualifyAccount('m0:cash', this.id), qualifyAccount('m0:principal', this.id)]
    return [...list, transfer(`${this.id}/${at}/beside`, 'position_opened', from, to, 1n)]
  }

  async compare() {
    const codes = this.model.limited()
    expect(await getBalances(database.db, codes)).toEqual(
      codes.map((code) => this.model.balance(code)),
    )
  }
}

const playing = (list: Step[]) => async (runs: ModelRun) => {
  await runs.open()
  for (const [at, one] of list.entries()) await runs.take(one, at)
  await runs.compare()
}

const leg = (
  kind: Transfer['transferType'],
  debit: string,
  credit: string,
  rest: Partial<Draft> = {},
): Draft => ({
  kind,
  debit,
  credit,
  amount: 70n,
  ...rest,
})
const posting = (drafts: Draft[], approval: 'fits' | 'none' = 'fits'): Step => ({
  post: drafts,
  approval,
})
const PAID_IN = [
  leg('deposit_confirmed', 'custody:hot:BTC', 'exchange:BTC', { receipt: 'fits' }),
  leg('deposit_confirmed', 'exchange:USD', cash(0)),
]

/** Each kind of answer, brought about on purpose. */
const EACH_ANSWER: Record<string, Step> = {
  posted: posting(PAID_IN),
  replay: { again: 0, how: 'same' },
  event_conflict: { again: 0, how: 'cent' },
  receipt_used: { again: 0, how: 'newEvents' },
  insufficient_funds: posting([
    leg('withdrawal_held', formatSubAccount(1, 'cash'), formatSubAccount(1, 'hold_cash')),
  ]),
  approval_needed: posting(
    [leg('income_recorded', 'custody:bank:USD', 'income', { receipt: 'fits' })],
    'none',
  ),
  LG007: posting([leg('return_paid', 'custody:bank:USD', cash(0))]),
  LG010: posting([leg('deposit_confirmed', 'exchange:USD', cash(0))]),
}

test('each kind of answer is given, and is the one that a model of bigints gives', async () => {
  const before = { ...answers }
  await playing(Object.values(EACH_ANSWER))(new ModelRun())
  for (const answer of Object.keys(EACH_ANSWER))
    expect(answers[answer] ?? 0, answer).toBe((before[answer] ?? 0) + 1)
})

test(
  'random lists, replays, clashes and forbidden movements are answered as by the model',
  async () => {
    const lists = fc.array(step, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN })
    const property = fc.asyncProperty(lists, (list) => playing(list)(new ModelRun()))
    await fc.assert(property, { numRuns: MIN_RUNS })
    await fc.assert(property, {
      numRuns: pickScale(5_000, Math.ceil(STEPS / STEPS_A_RUN)),
      ...(DEEP ? {} : { interruptAfterTimeLimit: SECONDS * 1000 }),
    })
    console.log(`  ${steps} steps of the ledger against its model: ${JSON.stringify(answers)}`)
    await chainJournal(database)

    expect(await verifyWholeLedger(database.db)).toEqual([])
  },
  pickScale(240_000, 3_600_000),
)

test('a model that is off by one is noticed (control)', async () => {
  const one = new ModelRun()
  await one.open()
  await one.take(
    {
      post: [
        {
          kind: 'income_recorded',
          debit: 'custody:bank:USD',
          credit: 'income',
          amount: 9n,
          receipt: 'fits',
        },
      ],
      approval: 'fits',
    },
    0,
  )

  await one.compare()
  one.model.forge(qualifyAccount('income', one.id), 1n)

  await expect(one.compare()).rejects.toThrow()
})

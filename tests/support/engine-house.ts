import { incentives } from '#modules/affiliates/testing.ts'
import { checkBooks } from '#modules/books/commands/check-books.ts'
import { stopsMoney } from '#modules/books/model.ts'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { keepConsents } from '#modules/identity/acts/keep-consents.ts'
import type { Admin } from '#modules/identity/model.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { evidencePicture, staff } from '#modules/plans/testing.ts'
import { figuresOf } from '#modules/portfolio/queries.ts'
import type { PriceFeed } from '#platform/prices.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from './app.ts'
import { EngineModel } from './engine-model.ts'
import { REFERRAL_BPS } from './engine-model-members.ts'
import { seededId, seedIds } from './engine-random.ts'

/** Every so many members' turns: the figures of one take as many reads as all the rest. */
const TOLD_EVERY = 3
const DAY_MS = 86_400_000
/**
 * Half a minute past midnight: a walk is over long before real time reaches the next day. In
 * December before a leap year.
 */
const START = '2027-12-20T00:00:30Z'
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayText = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

export type Person = { kind: 'member'; id: string; label: string }

/** What an engine and its model differ in, a line each: the engine's first. */
class Differs extends Error {}

/** An engine on a database of its own, and the model that follows it. */
export class EngineHouse {
  readonly ines: Admin = staff('ines', 'finance')
  readonly ruth: Admin = staff('ruth', 'owner')
  readonly model: EngineModel
  readonly app: TestApp['app']
  readonly campaignCode: string
  readonly evidence: Uint8Array
  /** How often a payment was seen late: each of these takes half an hour of a real day. */
  lates = 0
  readonly #house: TestApp

  private constructor(house: TestApp, campaignCode: string, evidence: Uint8Array) {
    this.#house = house
    this.app = house.app
    this.evidence = evidence
    this.campaignCode = campaignCode
    this.model = new EngineModel(dayNumber(house.app.clock.today()))
  }

  static async open(seed: number): Promise<EngineHouse> {
    seedIds(seed)

    const house = await testApp({ at: START, poolSize: 3 })
    const { clock } = house.app
    const prices: PriceFeed = {
      ...house.app.prices,
      price: async (coin) => {
        const at = clock.now()
        return { coin, rate: rateAt(at.getTime()), source: 'A test', at, simulated: true }
      },
    }

    house.app = { ...house.app, prices }
    await incentives(house.app, { referral: { percentageBps: Number(REFERRAL_BPS) } })

    const endsOn = dayText(dayNumber(clock.today()) + 300_000)
    const campaign = { amount: 2_500n, budget: 6_000n, endsOn }
    const { code } = await aCampaign(house.app, staff('ruth', 'owner'), {
      ...campaign,
      code: 'walk',
    })

    await settleDays(house.app)

    return new EngineHouse(house, code, await evidencePicture())
  }

  close = () => this.#house.close()
  now = () => this.app.clock.now().getTime()
  rate = () => rateAt(this.now())
  ids = () => [...this.model.members.keys()]
  person = (id: string): Person => ({ kind: 'member', id, label: id })
  text = (number: number) => dayText(number)

  /**
   * A member as a sign-up leaves one, without its password's hash, which takes longer than all the
   * rest.
   */
  async addMember({
    inviter,
    claims,
  }: {
    inviter: string | null
    claims: boolean
  }): Promise<string> {
    const id = seededId('mem')
    const number = this.model.members.size
    await this.#house.database.owner.query(
      `with person as (insert into credential values ($1, 'none', $2))
       insert into member (id, first_name, last_name, email, phone_number, country,
       referral_code, referred_by, campaign, status,
         created_at, signed_up_on, verified_at)
       values ($1, 'Member', $3, $4, $5, 'DE', $6, $7, $8, 'active', $2, $9, $2)`,
      [
        ...[
          id,
          this.app.clock.now(),
          `Number ${number}`,
          `${id}@example.com`,
          `+49309018${1000 + number}`,
        ],
        ...[
          codeOf(id),
          inviter && codeOf(inviter),
          claims ? this.campaignCode : null,
          this.app.clock.today(),
        ],
      ],
    )

    await inTransaction(this.app.db, (tx) => keepConsents(tx, this.app, id))

    return id
  }

  /** New positions by the ones they come from. */
  async reinvested(): Promise<Map<string, string>> {
    const { rows } = await this.#house.database.owner.query<{ id: string; from: string }>(
      'select id, reinvested_from as "from" from position where reinvested_from is not null',
    )
    return new Map(rows.map(({ id, from }) => [from, id]))
  }

  async #lines(text: string): Promise<string[]> {
    const { rows } = await this.#house.database.owner.query<{ line: string }>(text)
    return rows.map(({ line }) => line).sort()
  }

  /** Every purse, pool and position; in turn what one member is told to expect. */
  async compare(at: number) {
    same('purses, pools or positions', await this.#lines(STANDING), [
      ...this.#balances(),
      ...this.#positions(),
    ])

    const ids = this.ids()
    const id = ids[at % (ids.length * TOLD_EVERY)]
    if (!id) return

    const { accrued, due } = await figuresOf(this.app.db, id, this.app.clock.today())
    same(
      `what ${id} expects`,
      [`${accrued} ${due}`],
      [Object.values(this.model.expected(id)).join(' ')],
    )
  }

  /** Now and then, and at the end: what is kept beside, and the books with all their invariants. */
  async examine() {
    const { model } = this
    const totals = model.totals.map((one) =>
      [one.planId, dayText(one.day), one.positions, one.principal, one.accrued, one.due].join(' '),
    )
    same('daily totals', await this.#lines(TOTALS), totals)

    const incomes = [...model.plans.values()].flatMap((plan) => plan.incomes)
    same(
      'incomes',
      await this.#lines(INCOMES),
      incomes.map(({ id, cents, used }) => `${id} ${cents} ${used}`),
    )

    const rewards = model.rewards.map(
      ({ kind, to, cents, state }) => `${kind} ${to} ${cents} ${state}`,
    )
    same('rewards', await this.#lines(REWARDS), rewards)

    const notices = [...model.notices.values()].map(
      ({ id, amount, status }) => `${id} ${status === 'cancelled' ? '' : amount} ${status}`,
    )
    same('notices', await this.#lines(NOTICES), notices)

    const withdrawals = [...model.withdrawals.values()].map(
      ({ id, amount, status }) => `${id} ${amount} ${status}`,
    )
    same('withdrawals', await this.#lines(WITHDRAWALS), withdrawals)
    await sealJournal(this.app)

    const check = await checkBooks(this.app, { whole: true })
    same(
      'books',
      (check?.problems ?? []).filter(stopsMoney).map((one) => JSON.stringify(one)),
      [],
    )
  }

  #balances(): string[] {
    const { members, plans, house } = this.model
    const all: [string, bigint][] = [
      ...[...members].flatMap(([id, purse]): [string, bigint][] => [
        [`member:${id}:cash`, purse.cash],
        [`member:${id}:principal`, purse.principal],
        [`member:${id}:profit`, purse.profit],
        [`member:${id}:hold_cash`, purse.holdCash],
        [`member:${id}:hold_profit`, purse.holdProfit],
      ]),
      ...[...plans].flatMap(([id, plan]): [string, bigint][] => [
        [`plan:${id}:income`, plan.income],
        [`plan:${id}:assets`, -plan.placed],
      ]),
      ...(['equity', 'promotion', 'fees'] as const).map((code): [string, bigint] => [
        code,
        house[code],
      ]),
      ...[
        ['custody:bank:USD', -house.USD] as [string, bigint],
        ['custody:hot:USDT', -house.USDT] as [string, bigint],
      ],
    ]

    return all
      .filter(([, balance]) => balance !== 0n)
      .map(([code, balance]) => `${code} ${balance}`)
  }

  #positions = () =>
    [...this.model.positions.values()].map((one) =>
      [
        ...[
          one.id,
          one.memberId,
          one.version.id,
          one.from ?? '-',
          one.principal,
          one.left,
          one.status,
          one.atMaturity,
        ],
        ...[
          dayText(one.opened),
          dayText(one.matures),
          one.matured === null ? '-' : dayText(one.matured),
        ],
        ...[one.due, one.paid],
      ].join(' '),
    )
}

const codeOf = (id: string) => id.slice(4, 12).toUpperCase()

/** A price that goes on moving, so that no rounding stays hidden behind a dollar for a dollar. */
const rateAt = (instant: number) =>
  985_000n + BigInt((Math.floor(instant / 60_000) * 7_919) % 30_000)

function same(what: string, got: readonly string[], wanted: readonly string[]) {
  const [have, want] = [[...got].sort(), [...wanted].sort()]
  if (have.join('\n') === want.join('\n')) return
  const less = have.filter((line) => !want.includes(line)).map((line) => `    engine: ${line}`)
  const more = want.filter((line) => !have.includes(line)).map((line) => `    model:  ${line}`)
  throw new Differs(`${what} differ\n${[...less, ...more].slice(0, 12).join('\n')}`)
}

const STANDING = `select code || ' ' || coalesce(balance, ledger.balance(id)) as line from
  ledger.accounts
  where class <> 'exchange' and coalesce(balance, ledger.balance(id)) <> 0
  union all select concat_ws(' ', id, member_id, plan_version_id, coalesce(reinvested_from, '-'),
  principal_cents, remaining_cents,
  status, at_maturity, opened_on, matures_on, coalesce(matured_on::text, '-'), return_due,
  return_due - coalesce((select cents from owed_return where position_id = position.id), 0)) as
  line from position`
const TOTALS = `select concat_ws(' ', plan_id, day, positions, principal, accrued, due) as line
  from accrual_run`
const INCOMES = `select concat_ws(' ', id, cents, used_cents) as line from plan_income`
const REWARDS = `select concat_ws(' ', kind, member_id, cents, case when refused_because is not
  null then 'refused'
  when paid_at is not null then 'paid' when due_at is not null then 'due' else 'waiting' end) as
  line from reward`
const NOTICES = `select concat(id, ' ', case when status = 'cancelled' then '' else
  amount_cents::text end, ' ', status) as line from position_notice`
const WITHDRAWALS = `select concat_ws(' ', id, amount, status) as line from withdrawal`

import { enableIncentives } from '#modules/affiliates/testing.ts'
import { createPublishedCampaign } from '#modules/campaigns/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { storeConsents } from '#modules/identity/steps/store-consents.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { isBlockingProblem } from '#modules/integrity/model.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import type { PriceFeed } from '#modules/market/adapters/price-feed.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { createEvidencePicture, createStaff } from '#modules/plans/testing.ts'
import { getFigures } from '#modules/portfolio/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from './app.ts'
import { EngineModel } from './engine-model.ts'
import { REFERRAL_BPS } from './engine-model-members.ts'
import { createSeededId, seedIds } from './engine-random.ts'

/** Every so many members' turns: the figures of one take as many reads as all the rest. */
const FIGURES_EVERY = 3
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
export class EngineHarness {
  readonly ines: Admin = createStaff('ines', 'finance')
  readonly ruth: Admin = createStaff('ruth', 'owner')
  readonly model: EngineModel
  readonly app: TestApp['app']
  readonly campaignCode: string
  readonly evidence: Uint8Array
  /**
   * How often a payment was observed after the quote expired: each of these takes half an hour of a
   * real day.
   */
  delayedPaymentCount = 0
  readonly #testApp: TestApp

  private constructor(testApp: TestApp, campaignCode: string, evidence: Uint8Array) {
    this.#testApp = testApp
    this.app = testApp.app
    this.evidence = evidence
    this.campaignCode = campaignCode
    this.model = new EngineModel(dayNumber(testApp.app.clock.today()))
  }

  static async open(seed: number): Promise<EngineHarness> {
    seedIds(seed)

    const testApp = await createTestApp({ at: START, poolSize: 3 })
    const { clock } = testApp.app
    const prices: PriceFeed = {
      ...testApp.app.prices,
      price: async (coin) => {
        const at = clock.now()
        return { coin, rate: computeRate(at.getTime()), source: 'A test', at, simulated: true }
      },
    }

    testApp.app = { ...testApp.app, prices }
    await enableIncentives(testApp.app, { referral: { percentageBps: Number(REFERRAL_BPS) } })

    const endsOn = dayText(dayNumber(clock.today()) + 300_000)
    const campaign = { amount: 2_500n, budget: 6_000n, endsOn }
    const { code } = await createPublishedCampaign(testApp.app, createStaff('ruth', 'owner'), {
      ...campaign,
      code: 'walk',
    })

    await settleDays(testApp.app)

    return new EngineHarness(testApp, code, await createEvidencePicture())
  }

  close = () => this.#testApp.close()
  /** Changes the database as its owner: for tests of what is noticed then. */
  alter = (statement: string) => this.#testApp.database.owner.query(statement)
  now = () => this.app.clock.now().getTime()
  rate = () => computeRate(this.now())
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
    const id = createSeededId('mem')
    const number = this.model.members.size
    await this.#testApp.database.owner.query(
      `with person as (insert into credential values ($1, 'none', $2))
       insert into member (id, first_name, last_name, email, phone_number, country,
       referral_code, referred_by, campaign, status,
         created_at, signed_up_on, verified_at)
       values ($1, 'Member', $3, $4, $5, 'DE', $6, $7, $8, 'active', $2, $9, $2)`,
      [
        id,
        this.app.clock.now(),
        `Number ${number}`,
        `${id}@example.com`,
        `+49309018${1000 + number}`,
        toReferralCode(id),
        inviter && toReferralCode(inviter),
        claims ? this.campaignCode : null,
        this.app.clock.today(),
      ],
    )

    await runInTransaction(this.app.db, (tx) => storeConsents(tx, this.app, id, null))

    return id
  }

  /** New positions by the ones they come from. */
  async listReinvestments(): Promise<Map<string, string>> {
    const { rows } = await this.#testApp.database.owner.query<{ id: string; from: string }>(
      'select id, reinvested_from as "from" from position where reinvested_from is not null',
    )
    return new Map(rows.map(({ id, from }) => [from, id]))
  }

  async #lines(text: string): Promise<string[]> {
    const { rows } = await this.#testApp.database.owner.query<{ line: string }>(text)
    return rows.map(({ line }) => line).sort()
  }

  /** Compares all sub-accounts, pools and positions, and in turn one member's expected return. */
  async compare(at: number) {
    same('sub-accounts, pools or positions', await this.#lines(BALANCES_AND_POSITIONS), [
      ...this.#balances(),
      ...this.#positions(),
    ])

    const ids = this.ids()
    const id = ids[at % (ids.length * FIGURES_EVERY)]
    if (!id) return

    const { accrued, due } = await getFigures(this.app.db, id, this.app.clock.today())
    same(
      `what ${id} expects`,
      [`${accrued} ${due}`],
      [Object.values(this.model.computeExpectedReturn(id)).join(' ')],
    )
  }

  /** Compares the totals that the engine stores, and checks all invariants of the ledger. */
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

    const redemptionNotices = [...model.redemptionNotices.values()].map(
      ({ id, amount, status }) => `${id} ${status === 'cancelled' ? '' : amount} ${status}`,
    )
    same('notices', await this.#lines(REDEMPTION_NOTICES), redemptionNotices)

    const withdrawals = [...model.withdrawals.values()].map(
      ({ id, amount, status }) => `${id} ${amount} ${status}`,
    )
    same('withdrawals', await this.#lines(WITHDRAWALS), withdrawals)
    await chainJournal(this.app)

    const check = await checkIntegrity(this.app, { whole: true })
    same(
      'books',
      (check?.problems ?? []).filter(isBlockingProblem).map((one) => JSON.stringify(one)),
      [],
    )
  }

  #balances(): string[] {
    const { members, plans, operatorAccounts } = this.model
    const all: [string, bigint][] = [
      ...[...members].flatMap(([id, subAccounts]): [string, bigint][] => [
        [`member:${id}:cash`, subAccounts.cash],
        [`member:${id}:principal`, subAccounts.principal],
        [`member:${id}:profit`, subAccounts.profit],
        [`member:${id}:hold_cash`, subAccounts.holdCash],
        [`member:${id}:hold_profit`, subAccounts.holdProfit],
      ]),
      ...[...plans].flatMap(([id, plan]): [string, bigint][] => [
        [`plan:${id}:income`, plan.income],
        [`plan:${id}:assets`, -plan.placed],
      ]),
      ...(['equity', 'promotion', 'fees'] as const).map((code): [string, bigint] => [
        code,
        operatorAccounts[code],
      ]),
      ['custody:bank:USD', -operatorAccounts.USD] as [string, bigint],
      ['custody:hot:USDT', -operatorAccounts.USDT] as [string, bigint],
    ]

    return all
      .filter(([, balance]) => balance !== 0n)
      .map(([code, balance]) => `${code} ${balance}`)
  }

  #positions = () =>
    [...this.model.positions.values()].map((one) =>
      [
        one.id,
        one.memberId,
        one.version.id,
        one.from ?? '-',
        one.principal,
        one.left,
        one.status,
        one.atMaturity,
        dayText(one.opened),
        dayText(one.matures),
        one.matured === null ? '-' : dayText(one.matured),
        one.due,
        one.paid,
      ].join(' '),
    )
}

const toReferralCode = (id: string) => id.slice(4, 12).toUpperCase()

/**
 * A price that never stops moving, so that no rounding stays hidden behind a dollar for a dollar.
 */
const computeRate = (instant: number) =>
  985_000n + BigInt((Math.floor(instant / 60_000) * 7_919) % 30_000)

function same(what: string, got: readonly string[], expected: readonly string[]) {
  const [have, want] = [[...got].sort(), [...expected].sort()]
  if (have.join('\n') === want.join('\n')) return
  const less = have.filter((line) => !want.includes(line)).map((line) => `    engine: ${line}`)
  const more = want.filter((line) => !have.includes(line)).map((line) => `    model:  ${line}`)
  throw new Differs(`${what} differ\n${[...less, ...more].slice(0, 12).join('\n')}`)
}

const BALANCES_AND_POSITIONS = `select code || ' ' || coalesce(balance, ledger.balance(id)) as line
  from ledger.accounts
  where account_type <> 'exchange' and coalesce(balance, ledger.balance(id)) <> 0
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
const REDEMPTION_NOTICES = `select concat(id, ' ', case when status = 'cancelled' then '' else
  amount_cents::text end, ' ', status) as line from redemption_notice`
const WITHDRAWALS = `select concat_ws(' ', id, amount, status) as line from withdrawal`

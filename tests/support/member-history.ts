import fc from 'fast-check'
import { addDays, type Day } from '#lib/dates.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import {
  EQUITY,
  FEES,
  type MemberSubAccount,
  PROMOTION,
  type TransferType,
  toCustodyAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveIfNeeded, createReceipt, transfer } from '#modules/ledger/testing.ts'
import type { SubAccountBalances } from '#modules/portfolio/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

const PLAN = 'pln_random'
export const FIRST: Day = '2025-11-15'
export const LAST: Day = '2026-11-20'
const FUNDS = 1_000_000_000n

/** Posts what random histories pay out: income of a plan, capital and promotion money. */
export const fundHistories = (app: App) =>
  runInTransaction(app.db, async (tx) => {
    await openPlanAccounts(tx, PLAN)

    const [capital, income] = [
      await createReceipt(tx, 'USD', FUNDS * 2n),
      await createReceipt(tx, 'USD', FUNDS),
    ]

    await post(
      tx,
      await approveIfNeeded(tx, [
        transfer('capital', 'capital_paid_in', toCustodyAccountCode('USD'), EQUITY, FUNDS * 2n, {
          receipt: capital,
        }),
        transfer(
          'income',
          'income_recorded',
          toCustodyAccountCode('USD'),
          toPlanIncomeAccountCode(PLAN),
          FUNDS,
          {
            receipt: income,
          },
        ),
        transfer('promotion', 'promotion_funded', EQUITY, PROMOTION, FUNDS),
      ]),
    )
  })

/** Where each step takes its money and leaves it; a sub-account that holds less is emptied. */
const STEPS = {
  deposit: ['deposit_confirmed', toCustodyAccountCode('USD'), 'cash'],
  invest: ['position_opened', 'cash', 'principal'],
  reinvest: ['position_opened', 'profit', 'principal'],
  redeem: ['principal_redeemed', 'principal', 'cash'],
  hold: ['withdrawal_held', 'cash', 'hold_cash'],
  holdProfit: ['withdrawal_held', 'profit', 'hold_profit'],
  release: ['withdrawal_released', 'hold_cash', 'cash'],
  fee: ['fee_charged', 'hold_cash', FEES],
  pay: ['withdrawal_paid', 'hold_cash', toCustodyAccountCode('USD')],
  payProfit: ['withdrawal_paid', 'hold_profit', toCustodyAccountCode('USD')],
  earn: ['return_paid', toPlanIncomeAccountCode(PLAN), 'profit'],
  reward: ['reward_paid', PROMOTION, 'cash'],
  adjustUp: ['adjusted', EQUITY, 'cash'],
  adjustDown: ['adjusted', 'cash', EQUITY],
  lose: ['assets_lost', 'principal', toPlanAssetsAccountCode(PLAN)],
} as const satisfies Record<string, readonly [TransferType, string, string]>

const SUB_ACCOUNTS: readonly MemberSubAccount[] = [
  'cash',
  'principal',
  'profit',
  'hold_cash',
  'hold_profit',
]
const isSubAccount = (name: string): name is MemberSubAccount =>
  SUB_ACCOUNTS.some((subAccount) => subAccount === name)

type Step = { step: keyof typeof STEPS; cents: number; day: number; subject: number }
export type HistoryEvent = Step | { chore: 'seal' | 'checkpoint' }

const step: fc.Arbitrary<Step> = fc.record({
  step: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  cents: fc.integer({ min: 1, max: 90_000 }),
  day: fc.integer({ min: 0, max: 370 }),
  subject: fc.integer({ min: 1, max: 3 }),
})
const chore: fc.Arbitrary<HistoryEvent> = fc.record({
  chore: fc.constantFrom('seal', 'checkpoint'),
})
export const event: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 1, arbitrary: chore },
)

export type HistoryMovement = {
  day: Day
  step: keyof typeof STEPS
  subAccount: MemberSubAccount
  change: bigint
}

/**
 * Plays a history into the books of a new member, in any order of days, and answers what it moved.
 */
export async function play(
  app: App,
  member: string,
  events: readonly HistoryEvent[],
): Promise<HistoryMovement[]> {
  const has = new Map<string, bigint>(SUB_ACCOUNTS.map((subAccount) => [subAccount, 0n]))
  const moved: HistoryMovement[] = []

  await runInTransaction(app.db, (tx) => openMemberAccounts(tx, member))

  for (const [index, each] of events.entries()) {
    if ('chore' in each)
      await (each.chore === 'seal' ? chainJournal(app) : writeBalanceSnapshots(app))
    else for (const move of await playStep(app, member, index, each, has)) moved.push(move)
  }

  await chainJournal(app)

  return moved
}

async function playStep(
  app: App,
  member: string,
  index: number,
  event: Step,
  has: Map<string, bigint>,
): Promise<HistoryMovement[]> {
  const [kind, from, to] = STEPS[event.step]
  const requested = BigInt(event.cents)
  const left = has.get(from) ?? requested
  const amount = left < requested ? left : requested
  if (amount === 0n) return []

  const day = addDays(FIRST, event.day)
  const account = (name: string) => (isSubAccount(name) ? toMemberAccountCode(member, name) : name)
  await runInTransaction(app.db, async (tx) => {
    const receipt =
      event.step === 'deposit' ? { receipt: await createReceipt(tx, 'USD', amount) } : {}
    const leg = transfer(`${member}/${index}`, kind, account(from), account(to), amount, {
      effectiveDate: day,
      reason: `reason ${index}`,
      ...receipt,
      reference: `${kind.startsWith('withdrawal') || event.step === 'redeem' ? 'wdr' : 'ref'}_${event.subject}`,
    })

    await post(tx, await approveIfNeeded(tx, [leg]))
  })

  return [
    { name: from, change: -amount },
    { name: to, change: amount },
  ].flatMap(({ name, change }) => {
    if (!isSubAccount(name)) return []
    has.set(name, (has.get(name) ?? 0n) + change)
    return [{ day, step: event.step, subAccount: name, change }]
  })
}

/** Computes the sub-accounts at the end of a day from the steps that were played. */
export function computeSubAccounts(
  moved: readonly HistoryMovement[],
  day: Day,
): SubAccountBalances {
  const sum = (...names: MemberSubAccount[]) =>
    moved.reduce(
      (total, each) =>
        each.day <= day && names.includes(each.subAccount) ? total + each.change : total,
      0n,
    )

  return {
    cash: sum('cash'),
    principal: sum('principal'),
    profit: sum('profit'),
    held: sum('hold_cash', 'hold_profit'),
  }
}

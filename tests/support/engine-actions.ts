import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { fundPromotion } from '#modules/affiliates/testing.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { adjustBalance } from '#modules/backoffice/commands/adjust-balance.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { closePlan } from '#modules/plans/commands/close-plan.ts'
import { type ProposeIncome, proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { buildPlanInput, createPlacedAssets } from '#modules/plans/testing.ts'
import { payCapital } from '#modules/treasury/testing.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { approveReviewed } from '#modules/withdrawals/testing.ts'
import {
  type ActionBuilder,
  coins,
  createAction,
  dollars,
  type Kind,
  nth,
  pickInRange,
} from './engine-action.ts'
import { MEMBER_ACTIONS } from './engine-actions-members.ts'
import { type ModelPlan, ModelRejection } from './engine-model-days.ts'
import { worth } from './engine-model-members.ts'

const approve: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'pending') === (way !== 'over')),
    n[0],
  )
  if (!found) return null

  const by = way === 'ruth' ? harness.ruth : harness.ines

  return createAction(
    `${by.label} approves ${found.id}`,
    async () => {
      await approveReviewed(harness.app, by, found.id)

      const open = await findOpenProposal(
        harness.app.db,
        'withdrawal.approve',
        found.id,
        harness.app.clock.now(),
      )

      return open?.id ?? null
    },
    (proposalId) => harness.model.approve(found, by.id, harness.rate(), proposalId),
  )
}

const reject: ActionBuilder = (harness, way, n) => {
  const open = (status: string) => ['pending', 'approved'].includes(status)
  const all = [...harness.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => open(status) === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  return createAction(
    `${found.id} is rejected`,
    () =>
      rejectWithdrawal(harness.app, harness.ines, {
        withdrawalId: found.id,
        reason: 'A wrong address.',
      }),
    () => harness.model.release(found, 'rejected'),
  )
}

const pay: ActionBuilder = (harness, way, n) => {
  const statuses =
    way === 'again'
      ? ['completed']
      : way === 'over'
        ? ['pending', 'rejected', 'cancelled']
        : ['approved']

  const all = [...harness.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => statuses.includes(status)),
    n[0],
  )
  const spent = all.find(({ txid }) => txid !== null)?.txid
  const txid = way === 'again' ? found?.txid : way === 'spent' ? spent : `paid-${found?.id}`
  if (!found || !txid) return null

  return createAction(
    `${found.id} is paid by ${txid}`,
    () => markPaid(harness.app, harness.ines, { withdrawalId: found.id, txid }),
    () => harness.model.pay(found, txid),
  )
}

const income: ActionBuilder = (harness, way, n) => {
  const plan = nth([...harness.model.plans.values()], n[1])
  const [used] = [...harness.model.bank]
  if (!plan || (way === 'used' && !used)) return null

  const known = way === 'used' ? used : undefined
  const cents = known ? known[1] : pickInRange(1n, way === 'short' ? 900n : 90_000n, n[2])
  const day = harness.text(harness.model.day)
  const input: ProposeIncome = {
    planId: plan.id,
    currency: 'USD',
    amount: dollars(cents),
    source: 'Rent.',
    whilePlaced: 'income',
    evidence: harness.evidence,
    periodFrom: day,
    periodTo: day,
    ...(known && { bankReference: known[0] }),
  }

  const modelInput = {
    by: harness.ines.id,
    planId: plan.id,
    cents,
    ...(known && { reference: known[0] }),
  }

  return createAction(
    `${dollars(cents)} is proposed as income of ${plan.id}`,
    () => proposeIncome(harness.app, harness.ines, input),
    (done) =>
      harness.model.proposeIncome(modelInput, {
        id: done?.id ?? '',
        subject: String(done?.content.id),
      }),
  )
}

/** How much is lost where, as far as the way says. */
function pickLoss(harness: Parameters<ActionBuilder>[0], plan: ModelPlan, way: string, n: number) {
  const { model } = harness
  const invested = model.openOf(plan.id).reduce((all, { left }) => all + left, 0n)

  if (way === 'USDT') {
    const units = pickInRange(20_000n, model.operatorAccounts.USDT / 3n, n)
    return { from: 'USDT', units, cents: worth(units, harness.rate()) } as const
  }

  const there = way === 'USD' ? model.operatorAccounts.USD : plan.placed
  const available = there < invested ? there : invested
  const amounts: Record<string, bigint> = {
    beyond: invested + 1n,
    unplaced: plan.placed + 1n,
    unheld: model.operatorAccounts.USD + 1n,
    whole: available,
  }

  const cents = amounts[way] ?? pickInRange(1n, available / 3n + 1n, n)

  return {
    from: way === 'USD' || way === 'unheld' ? 'USD' : 'assets',
    units: cents,
    cents,
  } as const
}

const loss: ActionBuilder = (harness, way, n) => {
  const plan = nth([...harness.model.plans.values()], n[1])
  const gone = plan && pickLoss(harness, plan, way, n[2])
  if (!plan || !gone || gone.cents === 0n) return null

  const { from, units, cents } = gone
  const day = harness.text(harness.model.day)
  const held =
    from === 'assets' ? ({ from } as const) : ({ from: 'custody', currency: from } as const)
  const amount = from === 'USDT' ? coins(units) : dollars(cents)
  const input = {
    planId: plan.id,
    cause: 'A tenant left.',
    evidence: harness.evidence,
    amount,
    ...held,
  }

  const subject = { kind: 'loss', planId: plan.id, cents, from, units } as const

  return createAction(
    `${dollars(cents)} is proposed as lost by ${plan.id}, ${from}`,
    () => proposeLoss(harness.app, harness.ines, { ...input, periodFrom: day, periodTo: day }),
    (done) => harness.model.proposeLoss(harness.ines.id, subject, done?.id ?? ''),
  )
}

const decide: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.proposals.values()]
  const found = nth(
    all.filter(({ decided }) => decided === (way === 'again')),
    n[0],
  )
  if (!found) return null

  const [proposer, other] =
    found.by === harness.ines.id ? [harness.ines, harness.ruth] : [harness.ruth, harness.ines]
  const by = way === 'self' ? proposer : other
  const [approve, changed] = [way !== 'no', way === 'changed']
  const { id } = found

  return createAction(
    `${by.label} ${approve ? 'agrees' : 'says no'} to ${id} (${found.subject.kind})`,
    async () => {
      const contentHash = changed
        ? '0'.repeat(64)
        : (await getProposal(harness.app.db, id)).contentHash
      const reason = approve ? {} : { reason: 'A mistake.' }
      const decision = { id, approve, contentHash, addressReviewed: true, ...reason }
      return await decideProposal(harness.app, by, decision)
    },
    () =>
      harness.model.decide({ proposalId: id, by: by.id, approve, changed, rate: harness.rate() }),
  )
}

const adjust: ActionBuilder = (harness, way, n) => {
  const memberId = nth(harness.ids(), n[0])
  if (!memberId) return null

  const { model } = harness
  const from = model.balance(memberId)
  const { cash } = model.getSubAccounts(memberId)
  const targets: Record<string, bigint> = {
    up: from + pickInRange(1n, 9_000n, n[2]),
    down: from - pickInRange(1n, cash < 9_000n ? cash : 9_000n, n[2]),
    large: from + pickInRange(100_000n, 200_000n, n[2]),
    beyond: from - cash - 1n,
    rich: from + model.operatorAccounts.equity + 1n,
  }

  const to = targets[way] ?? from + 5n
  const expected = way === 'stale' ? from + 1n : from

  if (to < 0n) return null

  const form = {
    withdrawableBalance: dollars(to),
    expectedBalance: dollars(expected),
    reason: 'A correction.',
  }

  const input = { memberId, ...form, ...(way === 'invested' && { totalInvest: '987654321' }) }

  return createAction(
    `the balance of ${memberId} is set from ${dollars(expected)} to ${dollars(to)}`,
    () => adjustBalance(harness.app, harness.ines, input),
    (done) => {
      if (way === 'invested') throw new ModelRejection('figure_is_derived')
      model.adjust({ by: harness.ines.id, memberId, to, expected }, done?.id ?? null)
    },
  )
}

const rewards: ActionBuilder = (harness) =>
  createAction(
    'rewards are paid',
    () => payRewards(harness.app),
    () => harness.model.payRewards(),
  )

const capital: ActionBuilder = (harness, way, n) => {
  const plan = nth([...harness.model.plans.values()], n[1])
  const cents = pickInRange(1_000n, way === 'promotion' ? 12_000n : 400_000n, n[2])
  const { operatorAccounts: own } = harness.model

  if (way === 'promotion')
    return createAction(
      `${dollars(cents)} for promotion`,
      () => fundPromotion(harness.app, cents),
      () => {
        own.promotion += cents
        own.USD += cents
      },
    )

  if (way === 'placed' && plan)
    return createAction(
      `${dollars(cents)} of the operator's is placed for ${plan.id}`,
      () => createPlacedAssets(harness.app, plan.id, cents),
      (done) => {
        harness.model.earn(plan, done ?? null)
        own.equity += cents
        plan.placed += cents
      },
    )

  return createAction(
    `the operator pays in ${dollars(cents)}`,
    () => payCapital(harness.app, cents),
    () => {
      own.equity += cents
      own.USD += cents
    },
  )
}

const DAYS: Record<string, (n: number) => number> = {
  few: (n) => 1 + (Math.abs(n) % 6),
  again: () => 0,
  one: () => 1,
  month: () => 31,
  year: () => 366,
}

/** The business date moves on, and each day of it is settled. */
const days: ActionBuilder = (harness, way, n) => {
  const count = DAYS[way]?.(n[2]) ?? 1
  const { clock } = harness.app
  const upTo = harness.model.day + count

  return createAction(
    `${count} days pass`,
    async () => {
      clock.setOffsetDays(clock.offsetDays() + count)
      const settled = await settleDays(harness.app)
      if (settled !== count)
        throw new Error(`${settled} days were settled, and ${count} had passed`)
      return await harness.listReinvestments()
    },
    (ids) => harness.model.settle(upTo, ids ?? new Map()),
  )
}

type Terms = {
  name: string
  min: bigint
  max: bigint
  bps: number
  term: number
  noticePeriodDays: number
}
/**
 * Whose target is not out of the ordinary in any of its versions: one admin alone may publish it.
 */
const ORDINARY = 'C'
const PLANS: readonly Terms[] = [
  { name: 'A', min: 10_000n, max: 500_000n, bps: 777, term: 20, noticePeriodDays: 0 },
  { name: 'B', min: 20_000n, max: 300_000n, bps: 1_234, term: 11, noticePeriodDays: 4 },
  { name: 'C', min: 5_000n, max: 3_000_000n, bps: 95, term: 33, noticePeriodDays: 0 },
  { name: 'D', min: 7_001n, max: 90_000n, bps: 3_333, term: 3, noticePeriodDays: 1 },
  { name: 'E', min: 1_000n, max: 60_001n, bps: 10_001, term: 400, noticePeriodDays: 0 },
]

/** A version of a plan of its own or of one that is there, with other terms each time. */
const publish: ActionBuilder = (harness, way, n) => {
  const plans = [...harness.model.plans.values()]
  const known = nth(way === 'closed' ? plans.filter((one) => one.closed) : plans, n[1])
  const terms = PLANS[way === 'new' ? plans.length : known ? plans.indexOf(known) : -1]
  if (!terms) return null

  const shift = BigInt(Math.abs(n[2]) % 5) * 777n
  const [min, max, bps] = [
    terms.min + shift,
    terms.max - shift * 3n,
    terms.bps + (Math.abs(n[2]) % 7) * 11,
  ]

  const [clear, by] = [way !== 'promise', way === 'self' ? harness.ines : harness.ruth]
  const input = buildPlanInput(harness.app.clock.today(), {
    name: terms.name,
    minAmount: min,
    maxAmount: max,
    targetBps: bps,
    termDays: terms.term,
    noticePeriodDays: terms.noticePeriodDays,
    basis: clear ? 'What tenants pay.' : 'Guaranteed returns.',
  })

  return createAction(
    `a version of ${terms.name} is published by ${by.label}`,
    async () =>
      await publishPlan(harness.app, by, await proposePlan(harness.app, harness.ines, input)),
    (done) => {
      if (!clear) throw new ModelRejection('promises_return')
      if (way === 'self' && terms.name !== ORDINARY && !known?.closed)
        throw new ModelRejection('second_admin_needed')

      const { term, noticePeriodDays } = terms
      const planId = done?.planId ?? known?.id ?? ''
      harness.model.publish(planId, {
        id: done?.id ?? '',
        min,
        max,
        bps: BigInt(bps),
        term,
        noticePeriodDays,
      })
    },
  )
}

const close: ActionBuilder = (harness, way, n) => {
  const plan = nth(
    [...harness.model.plans.values()].filter((one) => one.closed === (way === 'again')),
    n[1],
  )
  if (!plan) return null

  return createAction(
    `${plan.id} is closed`,
    () => closePlan(harness.app, harness.ines, { planId: plan.id, reason: 'It is full.' }),
    () => harness.model.close(plan.id),
  )
}

/** Everything that can happen to the engine, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  ...MEMBER_ACTIONS,
  approve: { buildAction: approve, ways: ['ines', 'ruth', 'over'], weight: 15 },
  reject: { buildAction: reject, ways: ['fits', 'over'], weight: 9 },
  pay: { buildAction: pay, ways: ['fits', 'again', 'spent', 'over'], weight: 15 },
  income: { buildAction: income, ways: ['plenty', 'short', 'used'], weight: 15 },
  loss: {
    buildAction: loss,
    ways: ['assets', 'USD', 'USDT', 'whole', 'beyond', 'unplaced', 'unheld'],
    weight: 12,
  },
  decide: { buildAction: decide, ways: ['yes', 'self', 'changed', 'no', 'again'], weight: 30 },
  adjust: {
    buildAction: adjust,
    ways: ['up', 'down', 'large', 'beyond', 'rich', 'stale', 'invested'],
    weight: 12,
  },
  rewards: { buildAction: rewards, ways: ['due'], weight: 9 },
  capital: { buildAction: capital, ways: ['own', 'placed', 'promotion'], weight: 12 },
  days: {
    buildAction: days,
    // A year takes as long as a hundred other steps.
    ways: [...Array<string>(15).fill('few'), ...'again one one one month month year'.split(' ')],
    weight: 27,
  },
  publish: { buildAction: publish, ways: ['new', 'other', 'closed', 'promise', 'self'], weight: 3 },
  close: { buildAction: close, ways: ['fits', 'again'], weight: 1 },
}

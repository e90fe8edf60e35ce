import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { fundPromotion } from '#modules/affiliates/testing.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { adjustBalance } from '#modules/office/commands/adjust-balance.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { closePlan } from '#modules/plans/commands/close-plan.ts'
import { type ProposeIncome, proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { placedAssets, planInput } from '#modules/plans/testing.ts'
import { payIn } from '#modules/treasury/testing.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { MEMBERS_ACTS } from './engine-acts-members.ts'
import { type Act, between, coins, deed, dollars, type Kind, nth } from './engine-deed.ts'
import { type ModelPlan, Refused } from './engine-model-days.ts'
import { worth } from './engine-model-members.ts'

const approve: Act = (house, way, n) => {
  const all = [...house.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'pending') === (way !== 'over')),
    n[0],
  )
  if (!found) return null

  const by = way === 'ruth' ? house.ruth : house.ines

  return deed(
    `${by.label} approves ${found.id}`,
    async () => {
      await approveWithdrawal(house.app, by, found.id)

      const open = await findOpenProposal(
        house.app.db,
        'withdrawal.approve',
        found.id,
        house.app.clock.now(),
      )

      return open?.id ?? null
    },
    (proposalId) => house.model.approve(found, by.id, house.rate(), proposalId),
  )
}

const reject: Act = (house, way, n) => {
  const open = (status: string) => ['pending', 'approved'].includes(status)
  const all = [...house.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => open(status) === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  return deed(
    `${found.id} is rejected`,
    () =>
      rejectWithdrawal(house.app, house.ines, {
        withdrawalId: found.id,
        reason: 'A wrong address.',
      }),
    () => house.model.release(found, 'rejected'),
  )
}

const pay: Act = (house, way, n) => {
  const wanted =
    way === 'again'
      ? ['completed']
      : way === 'over'
        ? ['pending', 'rejected', 'cancelled']
        : ['approved']

  const all = [...house.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => wanted.includes(status)),
    n[0],
  )
  const spent = all.find(({ txid }) => txid !== null)?.txid
  const txid = way === 'again' ? found?.txid : way === 'spent' ? spent : `paid-${found?.id}`
  if (!found || !txid) return null

  return deed(
    `${found.id} is paid by ${txid}`,
    () => markPaid(house.app, house.ines, { withdrawalId: found.id, txid }),
    () => house.model.pay(found, txid),
  )
}

const income: Act = (house, way, n) => {
  const plan = nth([...house.model.plans.values()], n[1])
  const [used] = [...house.model.bank]
  if (!plan || (way === 'used' && !used)) return null

  const known = way === 'used' ? used : undefined
  const cents = known ? known[1] : between(1n, way === 'short' ? 900n : 90_000n, n[2])
  const day = house.text(house.model.day)
  const input: ProposeIncome = {
    planId: plan.id,
    currency: 'USD',
    amount: dollars(cents),
    source: 'Rent.',
    evidence: house.evidence,
    periodFrom: day,
    periodTo: day,
    ...(known && { bankReference: known[0] }),
  }

  const given = { by: house.ines.id, planId: plan.id, cents, ...(known && { reference: known[0] }) }

  return deed(
    `${dollars(cents)} is proposed as income of ${plan.id}`,
    () => proposeIncome(house.app, house.ines, input),
    (done) =>
      house.model.proposeIncome(given, { id: done?.id ?? '', subject: String(done?.content.id) }),
  )
}

/** How much is lost where, as far as the way says. */
function lossOf(house: Parameters<Act>[0], plan: ModelPlan, way: string, n: number) {
  const { model } = house
  const invested = model.openOf(plan.id).reduce((all, { left }) => all + left, 0n)

  if (way === 'USDT') {
    const units = between(20_000n, model.house.USDT / 3n, n)
    return { from: 'USDT', units, cents: worth(units, house.rate()) } as const
  }

  const there = way === 'USD' ? model.house.USD : plan.placed
  const most = there < invested ? there : invested
  const amounts: Record<string, bigint> = {
    beyond: invested + 1n,
    unplaced: plan.placed + 1n,
    unheld: model.house.USD + 1n,
    whole: most,
  }

  const cents = amounts[way] ?? between(1n, most / 3n + 1n, n)

  return {
    from: way === 'USD' || way === 'unheld' ? 'USD' : 'assets',
    units: cents,
    cents,
  } as const
}

const loss: Act = (house, way, n) => {
  const plan = nth([...house.model.plans.values()], n[1])
  const gone = plan && lossOf(house, plan, way, n[2])
  if (!plan || !gone || gone.cents === 0n) return null

  const { from, units, cents } = gone
  const day = house.text(house.model.day)
  const held =
    from === 'assets' ? ({ from } as const) : ({ from: 'custody', currency: from } as const)
  const amount = from === 'USDT' ? coins(units) : dollars(cents)
  const input = {
    planId: plan.id,
    cause: 'A tenant left.',
    evidence: house.evidence,
    amount,
    ...held,
  }

  const subject = { kind: 'loss', planId: plan.id, cents, from, units } as const

  return deed(
    `${dollars(cents)} is proposed as lost by ${plan.id}, ${from}`,
    () => proposeLoss(house.app, house.ines, { ...input, periodFrom: day, periodTo: day }),
    (done) => house.model.proposeLoss(house.ines.id, subject, done?.id ?? ''),
  )
}

const decide: Act = (house, way, n) => {
  const all = [...house.model.proposals.values()]
  const found = nth(
    all.filter(({ decided }) => decided === (way === 'again')),
    n[0],
  )
  if (!found) return null

  const [proposer, other] =
    found.by === house.ines.id ? [house.ines, house.ruth] : [house.ruth, house.ines]
  const by = way === 'self' ? proposer : other
  const [approve, changed] = [way !== 'no', way === 'changed']
  const { id } = found

  return deed(
    `${by.label} ${approve ? 'agrees' : 'says no'} to ${id} (${found.subject.kind})`,
    async () => {
      const contentHash = changed
        ? '0'.repeat(64)
        : (await getProposal(house.app.db, id)).contentHash
      const decision = { id, approve, contentHash, ...(approve ? {} : { reason: 'A mistake.' }) }
      return await decideProposal(house.app, by, decision)
    },
    () => house.model.decide({ proposalId: id, by: by.id, approve, changed, rate: house.rate() }),
  )
}

const adjust: Act = (house, way, n) => {
  const memberId = nth(house.ids(), n[0])
  if (!memberId) return null

  const { model } = house
  const from = model.balance(memberId)
  const { cash } = model.purse(memberId)
  const targets: Record<string, bigint> = {
    up: from + between(1n, 9_000n, n[2]),
    down: from - between(1n, cash < 9_000n ? cash : 9_000n, n[2]),
    large: from + between(100_000n, 200_000n, n[2]),
    beyond: from - cash - 1n,
    rich: from + model.house.equity + 1n,
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

  return deed(
    `the balance of ${memberId} is set from ${dollars(expected)} to ${dollars(to)}`,
    () => adjustBalance(house.app, house.ines, input),
    (done) => {
      if (way === 'invested') throw new Refused('follows_from_books')
      model.adjust({ by: house.ines.id, memberId, to, expected }, done?.id ?? null)
    },
  )
}

const rewards: Act = (house) =>
  deed(
    'rewards are paid',
    () => payRewards(house.app),
    () => house.model.payRewards(),
  )

const capital: Act = (house, way, n) => {
  const plan = nth([...house.model.plans.values()], n[1])
  const cents = between(1_000n, way === 'promotion' ? 12_000n : 400_000n, n[2])
  const { house: own } = house.model

  if (way === 'promotion')
    return deed(
      `${dollars(cents)} for promotion`,
      () => fundPromotion(house.app, cents),
      () => {
        own.promotion += cents
        own.USD += cents
      },
    )

  if (way === 'placed' && plan)
    return deed(
      `${dollars(cents)} of the operator's is placed for ${plan.id}`,
      () => placedAssets(house.app, plan.id, cents),
      () => {
        own.equity += cents
        plan.placed += cents
      },
    )

  return deed(
    `the operator pays in ${dollars(cents)}`,
    () => payIn(house.app, cents),
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

/** The house's date moves on, and each day of it is settled. */
const days: Act = (house, way, n) => {
  const count = DAYS[way]?.(n[2]) ?? 1
  const { clock } = house.app
  const upTo = house.model.day + count

  return deed(
    `${count} days pass`,
    async () => {
      clock.setOffsetDays(clock.offsetDays() + count)
      const settled = await settleDays(house.app)
      if (settled !== count)
        throw new Error(`${settled} days were settled, and ${count} had passed`)
      return await house.reinvested()
    },
    (ids) => house.model.settle(upTo, ids ?? new Map()),
  )
}

type Terms = {
  name: string
  least: bigint
  most: bigint
  bps: number
  term: number
  notice: number
}
/**
 * Whose target is not out of the ordinary in any of its versions: one admin alone may publish it.
 */
const ORDINARY = 'C'
const PLANS: readonly Terms[] = [
  { name: 'A', least: 10_000n, most: 500_000n, bps: 777, term: 20, notice: 0 },
  { name: 'B', least: 20_000n, most: 300_000n, bps: 1_234, term: 11, notice: 4 },
  { name: 'C', least: 5_000n, most: 3_000_000n, bps: 95, term: 33, notice: 0 },
  { name: 'D', least: 7_001n, most: 90_000n, bps: 3_333, term: 3, notice: 1 },
  { name: 'E', least: 1_000n, most: 60_001n, bps: 10_001, term: 400, notice: 0 },
]

/** A version of a plan of its own or of one that is there, with other terms each time. */
const publish: Act = (house, way, n) => {
  const plans = [...house.model.plans.values()]
  const known = nth(way === 'closed' ? plans.filter((one) => one.closed) : plans, n[1])
  const terms = PLANS[way === 'new' ? plans.length : known ? plans.indexOf(known) : -1]
  if (!terms) return null

  const shift = BigInt(Math.abs(n[2]) % 5) * 777n
  const [least, most, bps] = [
    terms.least + shift,
    terms.most - shift * 3n,
    terms.bps + (Math.abs(n[2]) % 7) * 11,
  ]

  const [clear, by] = [way !== 'promise', way === 'self' ? house.ines : house.ruth]
  const input = planInput(house.app.clock.today(), {
    name: terms.name,
    minAmount: least,
    maxAmount: most,
    targetBps: bps,
    termDays: terms.term,
    noticeDays: terms.notice,
    basis: clear ? 'What tenants pay.' : 'Guaranteed returns.',
  })

  return deed(
    `a version of ${terms.name} is published by ${by.label}`,
    async () => await publishPlan(house.app, by, await proposePlan(house.app, house.ines, input)),
    (done) => {
      if (!clear) throw new Refused('promises_return')
      if (way === 'self' && terms.name !== ORDINARY && !known?.closed)
        throw new Refused('second_admin_needed')

      const { term, notice } = terms
      const planId = done?.planId ?? known?.id ?? ''
      house.model.publish(planId, {
        id: done?.id ?? '',
        least,
        most,
        bps: BigInt(bps),
        term,
        notice,
      })
    },
  )
}

const close: Act = (house, way, n) => {
  const plan = nth(
    [...house.model.plans.values()].filter((one) => one.closed === (way === 'again')),
    n[1],
  )
  if (!plan) return null

  return deed(
    `${plan.id} is closed`,
    () => closePlan(house.app, house.ines, { planId: plan.id, reason: 'It is full.' }),
    () => house.model.close(plan.id),
  )
}

/** Everything that can happen to the engine, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  ...MEMBERS_ACTS,
  approve: { act: approve, ways: ['ines', 'ruth', 'over'], weight: 15 },
  reject: { act: reject, ways: ['fits', 'over'], weight: 9 },
  pay: { act: pay, ways: ['fits', 'again', 'spent', 'over'], weight: 15 },
  income: { act: income, ways: ['plenty', 'short', 'used'], weight: 15 },
  loss: {
    act: loss,
    ways: ['assets', 'USD', 'USDT', 'whole', 'beyond', 'unplaced', 'unheld'],
    weight: 12,
  },
  decide: { act: decide, ways: ['yes', 'self', 'changed', 'no', 'again'], weight: 30 },
  adjust: {
    act: adjust,
    ways: ['up', 'down', 'large', 'beyond', 'rich', 'stale', 'invested'],
    weight: 12,
  },
  rewards: { act: rewards, ways: ['due'], weight: 9 },
  capital: { act: capital, ways: ['own', 'placed', 'promotion'], weight: 12 },
  days: {
    act: days,
    // A year takes as long as a hundred other steps.
    ways: [...Array<string>(15).fill('few'), ...'again one one one month month year'.split(' ')],
    weight: 27,
  },
  publish: { act: publish, ways: ['new', 'other', 'closed', 'promise', 'self'], weight: 3 },
  close: { act: close, ways: ['fits', 'again'], weight: 1 },
}

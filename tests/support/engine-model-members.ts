import {
  DaysModel,
  type Instruction,
  type ModelPosition,
  ModelRejection,
  type ModelVersion,
  rejectIf,
} from './engine-model-days.ts'

export type ModelDeposit = {
  id: string
  memberId: string
  planId: string
  version: ModelVersion
  rate: bigint
  creditRate: bigint
  units: bigint
  expires: number
  status: 'asked' | 'pending' | 'completed' | 'rejected'
}
type Source = 'balance' | 'profit'
export type ModelWithdrawal = {
  id: string
  memberId: string
  source: Source
  amount: bigint
  status: 'pending' | 'approved' | 'completed' | 'rejected' | 'cancelled'
  parts: { position: ModelPosition; amount: bigint; day: number; at: number }[]
  proposal: string | null
  units: bigint
  txid: string | null
}
type Reward = {
  kind: 'referral' | 'campaign'
  to: string
  cents: bigint
  state: 'waiting' | 'due' | 'paid' | 'refused'
}
export type Subject =
  | { kind: 'income'; id: string; planId: string; cents: bigint; placed: bigint }
  | { kind: 'loss'; planId: string; cents: bigint; from: 'assets' | 'USD' | 'USDT'; units: bigint }
  | { kind: 'adjust'; memberId: string; from: bigint; to: bigint }
  | { kind: 'withdrawal'; withdrawalId: string }
type ModelProposal = { id: string; by: string; decided: boolean; subject: Subject }
/**
 * What is said to have arrived: nothing more than the quote, so much coin, dollars by bank, or
 * another payment.
 */
export type ModelArrival = {
  units?: bigint
  bank?: { reference: string; cents: bigint }
  other?: true
}

export const FEE = 300n
const MIN_WITHDRAWAL = 2_000n
const MAX_QUOTES = 5
const QUOTE_MS = 30 * 60_000
export const REFERRAL_BPS = 33n
/** USDT has six digits, a rate six, dollars two. */
export const UNIT = 10n ** 10n
export const worth = (units: bigint, rate: bigint) => (units * rate) / UNIT
const byNewest = (one: ModelPosition, other: ModelPosition) =>
  other.opened - one.opened || (one.id < other.id ? 1 : -1)

/** What members do and are given, from quote to withdrawal. */
export class MembersModel extends DaysModel {
  readonly people = new Map<
    string,
    { inviter: string | null; claims: boolean; deposited: boolean }
  >()
  readonly deposits = new Map<string, ModelDeposit>()
  readonly withdrawals = new Map<string, ModelWithdrawal>()
  readonly proposals = new Map<string, ModelProposal>()
  readonly rewards: Reward[] = []
  readonly campaign = { amount: 2_500n, left: 6_000n }
  readonly bank = new Map<string, bigint>()
  readonly #txids = new Set<string>()

  join(id: string, person: { inviter: string | null; claims: boolean }) {
    this.people.set(id, { ...person, deposited: false })
    this.members.set(id, { cash: 0n, principal: 0n, profit: 0n, holdCash: 0n, holdProfit: 0n })
  }

  quote(
    input: {
      memberId: string
      planId: string
      version: ModelVersion | undefined
      amount: bigint
      rate: bigint
      now: number
    },
    engineQuote: { id: string; units: bigint },
  ) {
    const { memberId, planId, amount, rate, now } = input
    const version = this.within(planId, input.version, amount)
    const open = [...this.deposits.values()].filter(
      (one) => one.memberId === memberId && one.status === 'asked' && one.expires > now,
    )

    rejectIf(open.length >= MAX_QUOTES, 'too_many_quotes')
    rejectIf(
      engineQuote.id !== '' && worth(engineQuote.units, rate) < amount,
      'the quote asks for less than the amount',
    )

    this.deposits.set(engineQuote.id, {
      id: engineQuote.id,
      memberId,
      planId,
      version,
      rate,
      creditRate: rate,
      units: engineQuote.units,
      expires: now + QUOTE_MS,
      status: 'asked',
    })
  }

  within(planId: string, version: ModelVersion | undefined, amount: bigint): ModelVersion {
    if (!version || this.offer(this.plan(planId)) !== version) throw new ModelRejection('not_found')
    rejectIf(amount < version.min || amount > version.max, 'outside_limits')
    return version
  }

  observePayment(deposit: ModelDeposit, at: { now: number; rate: bigint }) {
    rejectIf(deposit.status !== 'asked', 'already_submitted')
    deposit.status = 'pending'
    if (at.now >= deposit.expires) deposit.creditRate = at.rate
    if (at.now >= deposit.expires) this.happened.add('observed late')
  }

  rejectDeposit(deposit: ModelDeposit) {
    rejectIf(deposit.status !== 'pending', 'not_pending')
    deposit.status = 'rejected'
  }

  confirm(
    deposit: ModelDeposit,
    { units = deposit.units, bank, other }: ModelArrival,
    positionId: string,
  ) {
    if (deposit.status === 'completed') return rejectIf(other === true, 'already_confirmed')

    rejectIf(deposit.status !== 'pending', 'not_pending')

    const known = bank && this.bank.get(bank.reference)
    rejectIf(
      bank !== undefined && known !== undefined,
      known === bank?.cents ? 'receipt_used' : 'receipt_conflict',
    )

    const cents = bank ? bank.cents : worth(units, deposit.creditRate)
    rejectIf(cents === 0n, 'received_too_small')
    if (bank) this.bank.set(bank.reference, bank.cents)
    if (bank) this.operatorAccounts.USD += bank.cents
    else this.operatorAccounts.USDT += units
    deposit.status = 'completed'

    const { memberId, planId, version } = deposit
    this.getSubAccounts(memberId).cash += cents

    // What arrives for a closed plan stays cash, and so does what is below its minimum.
    const isCash = this.plan(planId).closed || cents < version.min
    const principal = isCash ? 0n : cents < version.max ? cents : version.max
    if (principal > 0n)
      this.open({ id: positionId, memberId, planId, version, principal, atMaturity: 'to_balance' })
    this.#reward(memberId, cents)
  }

  #reward(memberId: string, credited: bigint) {
    const person = this.people.get(memberId)
    if (!person || person.deposited) return

    person.deposited = true

    const { inviter, claims } = person
    const cents = (credited * REFERRAL_BPS) / 10_000n

    if (inviter)
      this.rewards.push({
        kind: 'referral',
        to: inviter,
        cents,
        state: cents > 0n ? 'due' : 'refused',
      })

    if (claims)
      this.rewards.push({
        kind: 'campaign',
        to: memberId,
        cents: this.campaign.amount,
        state: 'waiting',
      })
  }

  payRewards() {
    for (const reward of this.rewards.filter(({ state }) => state === 'waiting')) {
      reward.state = this.campaign.left >= reward.cents ? 'due' : 'refused'
      if (reward.state === 'due') this.campaign.left -= reward.cents
      else this.happened.add('beyond the budget')
    }

    for (const reward of this.rewards.filter(({ state }) => state === 'due')) {
      this.happened.add(
        this.operatorAccounts.promotion < reward.cents ? 'reward short' : `${reward.kind} paid`,
      )
      if (this.operatorAccounts.promotion < reward.cents) return

      this.operatorAccounts.promotion -= reward.cents
      this.getSubAccounts(reward.to).cash += reward.cents
      reward.state = 'paid'
    }
  }

  invest(
    input: {
      memberId: string
      planId: string
      version: ModelVersion | undefined
      amount: bigint
      atMaturity: Instruction
    },
    id: string,
  ) {
    const { memberId, planId, amount: principal, atMaturity } = input
    const version = this.within(planId, input.version, principal)
    rejectIf(principal > this.getSubAccounts(memberId).cash, 'insufficient_funds')
    this.open({ id, memberId, planId, version, principal, atMaturity })
  }

  choose(position: ModelPosition, atMaturity: Instruction) {
    rejectIf(position.status !== 'open', 'position_ended')
    position.atMaturity = atMaturity
  }

  giveRedemptionNotice(position: ModelPosition, amount: bigint, id: string) {
    const { noticePeriodDays } = position.version
    rejectIf(noticePeriodDays === 0, 'no_notice')
    rejectIf(position.status !== 'open', 'position_ended')

    const ends = this.day + noticePeriodDays
    rejectIf(ends > position.matures, 'matures_first')

    const waiting = this.waitingOf(position.id).reduce((all, one) => all + one.amount, 0n)
    rejectIf(amount > position.left - waiting, 'invalid_amount')
    this.redemptionNotices.set(id, { id, positionId: position.id, amount, ends, status: 'waiting' })
  }

  cancelRedemptionNotice(id: string) {
    const redemptionNotice = this.redemptionNotices.get(id)
    if (!redemptionNotice) throw new ModelRejection('not_found')
    rejectIf(redemptionNotice.status !== 'waiting', 'notice_over')
    redemptionNotice.status = 'cancelled'
  }

  openOfMember = (memberId: string) =>
    [...this.positions.values()].filter((one) => one.memberId === memberId && one.status === 'open')

  /** What can be asked for now: profit, or cash with the principal that needs no notice. */
  available(memberId: string, source: Source): bigint {
    const { cash, profit } = this.getSubAccounts(memberId)
    if (source === 'profit') return profit
    const free = this.openOfMember(memberId).filter(({ version }) => version.noticePeriodDays === 0)
    return free.reduce((all, { left }) => all + left, cash)
  }

  withdraw(
    input: { memberId: string; source: Source; amount: bigint; picks: string[] },
    id: string,
  ) {
    const { memberId, source, amount, picks } = input
    const subAccounts = this.getSubAccounts(memberId)
    const there = this.available(memberId, source)

    rejectIf(
      source === 'balance' && amount > there && amount <= subAccounts.cash + subAccounts.principal,
      'notice_needed',
    )
    rejectIf(amount > there, 'invalid_amount')
    rejectIf((amount < MIN_WITHDRAWAL && amount !== there) || amount <= FEE, 'invalid_amount')

    this.moment++
    const parts: ModelWithdrawal['parts'] = []
    let missing = source === 'balance' && amount > subAccounts.cash ? amount - subAccounts.cash : 0n
    const givers = missing > 0n ? this.#givers(memberId, picks) : []

    for (const position of givers) {
      const part = position.left < missing ? position.left : missing
      if (part > 0n) parts.push({ position, amount: part, day: this.day, at: this.moment })
      missing -= part
    }

    rejectIf(missing > 0n, 'invalid_amount')
    for (const part of parts) this.take(part.position, part.amount)
    subAccounts[source === 'profit' ? 'profit' : 'cash'] -= amount
    subAccounts[source === 'profit' ? 'holdProfit' : 'holdCash'] += amount
    this.withdrawals.set(id, {
      id,
      memberId,
      source,
      amount,
      parts,
      status: 'pending',
      proposal: null,
      units: 0n,
      txid: null,
    })
  }

  #givers(memberId: string, picks: string[]): ModelPosition[] {
    const open = this.openOfMember(memberId)
    if (picks.length === 0)
      return open.filter(({ version }) => version.noticePeriodDays === 0).sort(byNewest)

    return [...new Set(picks)].map((id) => {
      const picked = open.find((position) => position.id === id)
      if (!picked) throw new ModelRejection('not_found')
      rejectIf(picked.version.noticePeriodDays > 0, 'notice_needed')
      return picked
    })
  }

  /**
   * `cancelled` by the member while it is pending, `rejected` by the staff until it is paid: all is
   * as it was, but for parts that stay cash.
   */
  release(withdrawal: ModelWithdrawal, as: 'cancelled' | 'rejected') {
    const { status, memberId, source, amount, parts } = withdrawal
    if (as === 'cancelled') rejectIf(status !== 'pending', 'not_pending')
    else rejectIf(status !== 'pending' && status !== 'approved', 'not_open')
    withdrawal.status = as

    const subAccounts = this.getSubAccounts(memberId)
    subAccounts[source === 'profit' ? 'holdProfit' : 'holdCash'] -= amount
    subAccounts[source === 'profit' ? 'profit' : 'cash'] += amount
    for (const part of parts) this.giveBack(part.position, part.amount, part)

    const open = withdrawal.proposal && this.proposals.get(withdrawal.proposal)
    if (open) open.decided = true
  }

  pay(withdrawal: ModelWithdrawal, txid: string) {
    const { status, memberId, source, amount, units } = withdrawal
    if (status === 'completed' && withdrawal.txid === txid) return

    rejectIf(status !== 'approved', 'not_approved')
    rejectIf(this.#txids.has(txid), 'txid_used')
    this.#txids.add(txid)
    Object.assign(withdrawal, { status: 'completed', txid })
    this.getSubAccounts(memberId)[source === 'profit' ? 'holdProfit' : 'holdCash'] -= amount
    this.operatorAccounts.fees += FEE
    this.operatorAccounts.USDT -= units
  }
}

import {
  DaysModel,
  type Instruction,
  type ModelPosition,
  type ModelVersion,
  Refused,
  refuseIf,
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
  parts: { position: ModelPosition; amount: bigint; day: number }[]
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
  | { kind: 'income'; id: string; planId: string; cents: bigint }
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
const LEAST_WITHDRAWAL = 2_000n
const MOST_QUOTES = 5
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
    given: {
      memberId: string
      planId: string
      version: ModelVersion | undefined
      amount: bigint
      rate: bigint
      now: number
    },
    told: { id: string; units: bigint },
  ) {
    const { memberId, planId, amount, rate, now } = given
    const version = this.within(planId, given.version, amount)
    const open = [...this.deposits.values()].filter(
      (one) => one.memberId === memberId && one.status === 'asked' && one.expires > now,
    )

    refuseIf(open.length >= MOST_QUOTES, 'too_many_quotes')
    refuseIf(
      told.id !== '' && worth(told.units, rate) < amount,
      'the quote asks for less than the amount',
    )

    this.deposits.set(told.id, {
      id: told.id,
      memberId,
      planId,
      version,
      rate,
      creditRate: rate,
      units: told.units,
      expires: now + QUOTE_MS,
      status: 'asked',
    })
  }

  within(planId: string, version: ModelVersion | undefined, amount: bigint): ModelVersion {
    if (!version || this.offer(this.plan(planId)) !== version) throw new Refused('not_found')
    refuseIf(amount < version.least || amount > version.most, 'outside_limits')
    return version
  }

  seen(deposit: ModelDeposit, at: { now: number; rate: bigint }) {
    refuseIf(deposit.status !== 'asked', 'already_submitted')
    deposit.status = 'pending'
    if (at.now >= deposit.expires) deposit.creditRate = at.rate
    if (at.now >= deposit.expires) this.happened.add('seen late')
  }

  rejectDeposit(deposit: ModelDeposit) {
    refuseIf(deposit.status !== 'pending', 'not_pending')
    deposit.status = 'rejected'
  }

  confirm(
    deposit: ModelDeposit,
    { units = deposit.units, bank, other }: ModelArrival,
    positionId: string,
  ) {
    if (deposit.status === 'completed') return refuseIf(other === true, 'already_confirmed')

    refuseIf(deposit.status !== 'pending', 'not_pending')

    const known = bank && this.bank.get(bank.reference)
    refuseIf(
      bank !== undefined && known !== undefined,
      known === bank?.cents ? 'receipt_used' : 'receipt_conflict',
    )

    const cents = bank ? bank.cents : worth(units, deposit.creditRate)
    refuseIf(cents === 0n, 'received_too_small')
    if (bank) this.bank.set(bank.reference, bank.cents)
    if (bank) this.house.USD += bank.cents
    else this.house.USDT += units
    deposit.status = 'completed'

    const { memberId, planId, version } = deposit
    this.purse(memberId).cash += cents

    const principal = cents < version.least ? 0n : cents < version.most ? cents : version.most
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
        this.house.promotion < reward.cents ? 'reward short' : `${reward.kind} paid`,
      )
      if (this.house.promotion < reward.cents) return

      this.house.promotion -= reward.cents
      this.purse(reward.to).cash += reward.cents
      reward.state = 'paid'
    }
  }

  invest(
    given: {
      memberId: string
      planId: string
      version: ModelVersion | undefined
      amount: bigint
      atMaturity: Instruction
    },
    id: string,
  ) {
    const { memberId, planId, amount: principal, atMaturity } = given
    const version = this.within(planId, given.version, principal)
    refuseIf(principal > this.purse(memberId).cash, 'insufficient_funds')
    this.open({ id, memberId, planId, version, principal, atMaturity })
  }

  choose(position: ModelPosition, atMaturity: Instruction) {
    refuseIf(position.status !== 'open', 'position_ended')
    position.atMaturity = atMaturity
  }

  giveNotice(position: ModelPosition, amount: bigint, id: string) {
    const { notice } = position.version
    refuseIf(notice === 0, 'no_notice')
    refuseIf(position.status !== 'open', 'position_ended')

    const ends = this.day + notice
    refuseIf(ends > position.matures, 'matures_first')

    const waiting = this.waitingOf(position.id).reduce((all, one) => all + one.amount, 0n)
    refuseIf(amount > position.left - waiting, 'invalid_amount')
    this.notices.set(id, { id, positionId: position.id, amount, ends, status: 'waiting' })
  }

  cancelNotice(id: string) {
    const notice = this.notices.get(id)
    if (!notice) throw new Refused('not_found')
    refuseIf(notice.status !== 'waiting', 'notice_over')
    notice.status = 'cancelled'
  }

  openOfMember = (memberId: string) =>
    [...this.positions.values()].filter((one) => one.memberId === memberId && one.status === 'open')

  /** What can be asked for now: profit, or cash with the principal that needs no notice. */
  available(memberId: string, source: Source): bigint {
    const { cash, profit } = this.purse(memberId)
    if (source === 'profit') return profit
    const free = this.openOfMember(memberId).filter(({ version }) => version.notice === 0)
    return free.reduce((all, { left }) => all + left, cash)
  }

  withdraw(
    given: { memberId: string; source: Source; amount: bigint; picks: string[] },
    id: string,
  ) {
    const { memberId, source, amount, picks } = given
    const purse = this.purse(memberId)
    const there = this.available(memberId, source)

    refuseIf(
      source === 'balance' && amount > there && amount <= purse.cash + purse.principal,
      'notice_needed',
    )
    refuseIf(amount > there, 'invalid_amount')
    refuseIf((amount < LEAST_WITHDRAWAL && amount !== there) || amount <= FEE, 'invalid_amount')

    const parts: ModelWithdrawal['parts'] = []
    let missing = source === 'balance' && amount > purse.cash ? amount - purse.cash : 0n
    const givers = missing > 0n ? this.#givers(memberId, picks) : []

    for (const position of givers) {
      const part = position.left < missing ? position.left : missing
      if (part > 0n) parts.push({ position, amount: part, day: this.day })
      missing -= part
    }

    refuseIf(missing > 0n, 'invalid_amount')
    for (const part of parts) this.take(part.position, part.amount)
    purse[source === 'profit' ? 'profit' : 'cash'] -= amount
    purse[source === 'profit' ? 'holdProfit' : 'holdCash'] += amount
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
    if (picks.length === 0) return open.filter(({ version }) => version.notice === 0).sort(byNewest)

    return [...new Set(picks)].map((id) => {
      const picked = open.find((position) => position.id === id)
      if (!picked) throw new Refused('not_found')
      refuseIf(picked.version.notice > 0, 'notice_needed')
      return picked
    })
  }

  /**
   * `cancelled` by the member while it is pending, `rejected` by the staff until it is paid: all is
   * as it was.
   */
  release(withdrawal: ModelWithdrawal, as: 'cancelled' | 'rejected') {
    const { status, memberId, source, amount, parts } = withdrawal
    if (as === 'cancelled') refuseIf(status !== 'pending', 'not_pending')
    else refuseIf(status !== 'pending' && status !== 'approved', 'not_open')
    withdrawal.status = as

    const purse = this.purse(memberId)
    purse[source === 'profit' ? 'holdProfit' : 'holdCash'] -= amount
    purse[source === 'profit' ? 'profit' : 'cash'] += amount
    for (const part of parts) this.giveBack(part.position, part.amount, part.day)

    const open = withdrawal.proposal && this.proposals.get(withdrawal.proposal)
    if (open) open.decided = true
  }

  pay(withdrawal: ModelWithdrawal, txid: string) {
    const { status, memberId, source, amount, units } = withdrawal
    if (status === 'completed' && withdrawal.txid === txid) return

    refuseIf(status !== 'approved', 'not_approved')
    refuseIf(this.#txids.has(txid), 'txid_used')
    this.#txids.add(txid)
    Object.assign(withdrawal, { status: 'completed', txid })
    this.purse(memberId)[source === 'profit' ? 'holdProfit' : 'holdCash'] -= amount
    this.house.fees += FEE
    this.house.USDT -= units
  }
}

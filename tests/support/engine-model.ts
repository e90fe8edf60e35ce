import { type ModelPlan, ModelRejection, type ModelVersion, rejectIf } from './engine-model-days.ts'
import {
  FEE,
  MembersModel,
  type ModelWithdrawal,
  type Subject,
  UNIT,
} from './engine-model-members.ts'

type Loss = Extract<Subject, { kind: 'loss' }>
type Adjustment = Extract<Subject, { kind: 'adjust' }>
type Decision = { proposalId: string; by: string; approve: boolean; changed: boolean; rate: bigint }

const SECOND_WITHDRAWAL = 1_000_000n
const SECOND_ADJUSTMENT = 100_000n

/**
 * The whole engine as a handful of maps of bigints: what each command must answer, and what
 * everybody has then.
 */
export class EngineModel extends MembersModel {
  approve(withdrawal: ModelWithdrawal, by: string, rate: bigint, proposalId: string | null) {
    rejectIf(withdrawal.status !== 'pending', 'not_pending')

    const others = [...this.withdrawals.values()].filter(
      (one) =>
        one.memberId === withdrawal.memberId && ['approved', 'completed'].includes(one.status),
    )
    const all = others.reduce((sum, { amount }) => sum + amount, withdrawal.amount)
    const last = withdrawal.proposal && this.proposals.get(withdrawal.proposal)
    const open = last && !last.decided ? last : null

    if (all < SECOND_WITHDRAWAL || (open && open.by !== by)) {
      if (open) open.decided = true
      return this.#fix(withdrawal, rate)
    }

    rejectIf(open !== null, 'second_admin')

    const subject = { kind: 'withdrawal', withdrawalId: withdrawal.id } as const
    withdrawal.proposal = proposalId ?? ''
    this.proposals.set(withdrawal.proposal, {
      id: withdrawal.proposal,
      by,
      decided: false,
      subject,
    })
  }

  #fix(withdrawal: ModelWithdrawal, rate: bigint) {
    withdrawal.status = 'approved'
    withdrawal.units = ((withdrawal.amount - FEE) * UNIT) / rate
  }

  proposeIncome(
    input: { by: string; planId: string; cents: bigint; reference?: string },
    engineProposal: { id: string; subject: string },
  ) {
    const { by, planId, cents, reference } = input
    rejectIf(reference !== undefined && this.bank.has(reference), 'receipt_used')
    const { placed } = this.plan(planId)
    const subject = { kind: 'income', id: engineProposal.subject, planId, cents, placed } as const
    this.proposals.set(engineProposal.id, { id: engineProposal.id, by, decided: false, subject })
  }

  proposeLoss(by: string, loss: Loss, id: string) {
    this.#assertBearable(loss)
    this.proposals.set(id, { id, by, decided: false, subject: loss })
  }

  #assertBearable({ planId, cents, from, units }: Loss) {
    const invested = this.openOf(planId).reduce((all, { left }) => all + left, 0n)
    rejectIf(cents > invested, 'loss_exceeds_principal')
    if (from === 'assets') rejectIf(cents > this.plan(planId).placed, 'more_than_placed')
    else rejectIf(units > this.operatorAccounts[from], 'insufficient_funds')
  }

  balance = (memberId: string) =>
    this.getSubAccounts(memberId).cash + this.getSubAccounts(memberId).principal

  adjust(
    input: { by: string; memberId: string; to: bigint; expected: bigint },
    proposalId: string | null,
  ) {
    const { by, memberId, to, expected } = input
    const from = this.balance(memberId)
    rejectIf(expected !== from && to !== expected, 'balance_changed')

    if (to === from || to === expected) return

    const change = to - from
    const subject = { kind: 'adjust', memberId, from, to } as const
    if (change < SECOND_ADJUSTMENT && -change < SECOND_ADJUSTMENT) return this.#correct(subject)

    const waits = [...this.proposals.values()].some(
      (one) => !one.decided && one.subject.kind === 'adjust' && one.subject.memberId === memberId,
    )
    rejectIf(waits, 'already_proposed')
    this.#assertAdjustable(subject)
    this.proposals.set(proposalId ?? '', { id: proposalId ?? '', by, decided: false, subject })
  }

  #assertAdjustable({ memberId, from, to }: Adjustment) {
    rejectIf(this.balance(memberId) !== from, 'balance_changed')
    rejectIf(this.getSubAccounts(memberId).cash + to - from < 0n, 'insufficient_funds')
    rejectIf(to - from > this.operatorAccounts.equity, 'insufficient_funds')
  }

  #correct(subject: Adjustment) {
    this.#assertAdjustable(subject)
    this.getSubAccounts(subject.memberId).cash += subject.to - subject.from
    this.operatorAccounts.equity -= subject.to - subject.from
  }

  decide({ proposalId, by, approve, changed, rate }: Decision) {
    const proposal = this.proposals.get(proposalId)
    if (!proposal) throw new ModelRejection('not_found')

    rejectIf(proposal.decided, 'already_decided')
    rejectIf(changed, 'content_changed')
    rejectIf(approve && proposal.by === by, 'second_admin')
    if (approve) this.#carryOut(proposal.subject, rate)
    proposal.decided = true
  }

  #carryOut(subject: Subject, rate: bigint) {
    if (subject.kind === 'adjust') return this.#correct(subject)

    if (subject.kind === 'income') {
      const plan = this.plan(subject.planId)
      rejectIf(plan.placed > subject.placed, 'assets_placed')
      return this.earn(plan, subject)
    }

    if (subject.kind === 'withdrawal') {
      const withdrawal = this.withdrawals.get(subject.withdrawalId)
      if (withdrawal) this.#fix(withdrawal, rate)
      return
    }

    this.#assertBearable(subject)
    this.bear(subject.planId, subject.cents)
    if (subject.from === 'assets') this.plan(subject.planId).placed -= subject.cents
    else this.operatorAccounts[subject.from] -= subject.units
  }

  /** A plan's income is in the bank. */
  earn(plan: ModelPlan, income: { id: string; cents: bigint } | null) {
    if (!income) return
    plan.income += income.cents
    plan.incomes.push({ id: income.id, cents: income.cents, used: 0n, day: this.day })
    this.operatorAccounts.USD += income.cents
  }

  publish(planId: string, version: ModelVersion) {
    const plan = this.plans.get(planId)
    rejectIf(plan?.closed === true, 'plan_closed')

    if (plan) plan.versions.push(version)
    else
      this.plans.set(planId, {
        id: planId,
        versions: [version],
        closed: false,
        closedAt: null,
        losses: [],
        income: 0n,
        placed: 0n,
        incomes: [],
      })
  }

  close(planId: string) {
    rejectIf(this.plan(planId).closed, 'already_closed')
    this.plan(planId).closed = true
    this.plan(planId).closedAt = ++this.moment
  }
}

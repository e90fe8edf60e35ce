import type { Day } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import { formatPercentage, parsePercentage } from '#lib/percentages.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { implementCalls } from '#platform/http/http.ts'
import { cancelRedemptionNotice } from './commands/cancel-redemption-notice.ts'
import { closePlan } from './commands/close-plan.ts'
import { giveRedemptionNotice } from './commands/give-redemption-notice.ts'
import { investBalance } from './commands/invest-balance.ts'
import { proposeIncome } from './commands/propose-income.ts'
import { proposeLoss } from './commands/propose-loss.ts'
import { proposePlan } from './commands/propose-plan.ts'
import type { PlanOfferInput } from './model.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { setAtMaturity } from './commands/set-at-maturity.ts'
import { plansContract } from './contract.ts'
import {
  formatYearlyPercentage,
  getTargetWarning,
  type PlanVersion,
  SAMPLE_LABEL,
} from './model.ts'
import { getPositionTimeline } from './queries/position-timeline.ts'
import { listMaturingDays, listOwedReturns } from './queries/returns.ts'
import {
  findEvidence,
  type IncomeLine,
  type LossLine,
  listMemberPositions,
  listMemberRedemptionNotices,
  listPlanDistributions,
  listPlanIncome,
  listPlanLosses,
  listPlansForStaff,
  listPublishedPlans,
  listWaitingRedemptionNotices,
  listWaitingVersions,
  listWorstMonths,
  type PositionView,
  listPlanFigures,
  previewRedemption,
  type RedemptionNoticeView,
} from './queries.ts'

const calls = implementCalls(plansContract)
const pickSampleLabel = ({ sample }: { sample: boolean }) => (sample ? SAMPLE_LABEL : null)

const toPlanResponse = (plan: PlanVersion) => ({
  ...plan,
  _id: plan.id,
  percentage: formatPercentage(plan.targetBps),
  yearly: formatYearlyPercentage(plan),
  warning: getTargetWarning(plan),
  label: pickSampleLabel(plan),
})

const toPositionResponse = (position: PositionView) => ({
  ...position,
  _id: position.id,
  plan: {
    _id: position.planVersionId,
    name: position.planName,
    family: position.family,
    sample: position.sample,
    label: pickSampleLabel(position),
    risk: position.risk,
    warning: getTargetWarning(position),
  },
  percentage: formatPercentage(position.targetBps),
})

const toRedemptionNoticeResponse = ({
  id,
  positionId,
  planName,
  family,
  ...redemptionNotice
}: RedemptionNoticeView) => ({
  ...redemptionNotice,
  _id: id,
  position: positionId,
  plan: { name: planName, family },
})

async function listStaffRedemptionNotices({ db }: App) {
  const waiting = await listWaitingRedemptionNotices(db)
  const members = await listMembersById(
    db,
    waiting.map(({ memberId }) => memberId),
  )

  return waiting.map((redemptionNotice) => ({
    ...toRedemptionNoticeResponse(redemptionNotice),
    member: {
      _id: redemptionNotice.memberId,
      name: members.get(redemptionNotice.memberId)?.label ?? 'Erased member',
    },
  }))
}

/** Staff by name; who proposed or decided and is no member of the staff any more stays an id. */
async function readStaffPlans({ db, clock, config }: App, admin: Admin) {
  const waiting = new Set(await listWaitingVersions(db, config))
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  const findStaffName = (id: string | null) => (id === null ? null : (names.get(id) ?? id))

  return (await listPlansForStaff(db, clock.today())).map((plan) => ({
    ...plan,
    _id: plan.id,
    closedBy: findStaffName(plan.closedBy),
    versions: plan.versions.map((version) => ({
      ...version,
      ...toPlanResponse(version),
      proposedBy: names.get(version.proposedBy) ?? version.proposedBy,
      publishedBy: findStaffName(version.publishedBy),
      waits: waiting.has(version.id),
      mine: version.proposedBy === admin.id,
    })),
  }))
}

type PlanSent = Omit<PlanOfferInput, 'minAmount' | 'maxAmount' | 'targetBps' | 'effectiveFrom'> & {
  minAmount?: string | undefined
  maxAmount?: string | undefined
  percentage?: string | undefined
  effectiveFrom?: Day | undefined
}

async function propose(app: App, admin: Admin, sent: PlanSent) {
  const { minAmount = '', maxAmount = '', percentage, effectiveFrom, ...plan } = sent
  const { versionId, planId, ...rest } = await proposePlan(app, admin, {
    ...plan,
    minAmount: parseAmount(minAmount, 'USD'),
    maxAmount: parseAmount(maxAmount, 'USD'),
    targetBps: parsePercentage(percentage ?? '') ?? -1,
    effectiveFrom: effectiveFrom ?? app.clock.today(),
  })

  return { _id: versionId, plan: planId, ...rest }
}

/** What waits for a second admin, as it is decided on. */
function toProposalResponse({ id, content, contentHash: hash, expiresAt }: Proposal) {
  const shown = content as Record<string, string | null>
  const data = { _id: id, state: 'waiting' as const, content: shown, hash, expiresAt }
  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

const readEvidenceBytes = async (file: File | string | undefined) =>
  file instanceof File ? { evidence: new Uint8Array(await file.arrayBuffer()) } : {}

function parseOutputIndex(text: string): { outputIndex?: number } {
  if (text.trim() === '') return {}
  if (/^\d{1,5}$/.test(text.trim())) return { outputIndex: Number(text) }
  throw new DomainError('invalid_output', 400, 'The output is a number from 0 on.', 'outputIndex')
}

const toResultResponse = <Line extends IncomeLine | LossLine>({
  id,
  cents,
  evidenceSha256,
  ...line
}: Line) => ({
  ...line,
  _id: id,
  amount: cents,
  evidence: { path: `/api/admin/evidence/${id}`, sha256: evidenceSha256 },
})

/** All figures of one moment. Throws `not_found` for what is no plan. */
async function readPlanPerformance(reader: Reader, planId: string) {
  const [plan] = await listPlanFigures(reader, planId)
  if (!plan) throw createNotFoundError('This plan')

  const { planId: _id, name, family, ...figures } = plan
  const distributions = await listPlanDistributions(reader, planId)

  return {
    _id,
    name,
    family,
    figures,
    income: (await listPlanIncome(reader, planId)).map(toResultResponse),
    losses: (await listPlanLosses(reader, planId)).map(toResultResponse),
    distributions: distributions.map(({ id, onDay: day, ...line }) => ({ ...line, _id: id, day })),
  }
}

async function readPositionTimeline(app: App, memberId: string, id: string) {
  const story = await getPositionTimeline(app.db, memberId, id, app.clock.today())
  const { position, returns, losses, parts, reinvestedAs } = story

  return {
    ...toPositionResponse(position),
    owed: position.returnDue - position.returnPaid,
    returns: returns.map(({ paidOn, cents, incomes }) => ({
      paidOn,
      amount: cents,
      incomes: incomes.map(
        ({ cents: amount, source, periodFrom, periodTo, evidenceSha256: evidence }) => ({
          amount,
          source,
          periodFrom,
          periodTo,
          evidence,
        }),
      ),
    })),
    losses: losses.map(({ cents: amount, ...loss }) => ({ ...loss, amount })),
    parts: parts.map(({ cents: amount, ...part }) => ({ ...part, amount })),
    reinvestedAs,
  }
}

async function readPlanReturns({ db }: App, planId: string) {
  const owed = await listOwedReturns(db, planId)
  const members = await listMembersById(
    db,
    owed.map(({ memberId }) => memberId),
  )

  return {
    owed: owed.map(({ positionId, memberId, ...line }) => ({
      ...line,
      position: positionId,
      owed: line.due - line.paid,
      member: { _id: memberId, name: members.get(memberId)?.label ?? 'Erased member' },
    })),
    upcoming: await listMaturingDays(db, planId),
  }
}

async function readEvidenceFile(app: App, id: string): Promise<File> {
  const found = await findEvidence(app.db, id)
  if (!found) throw createNotFoundError('This evidence')

  const extension = found.evidenceType.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const content = await app.files.read(found.evidenceKey)

  return new File([Uint8Array.from(content)], `evidence-${id}.${extension}`, {
    type: found.evidenceType,
  })
}

export const plansApi = calls.router({
  list: calls.list.handler(async ({ context: { app } }) => {
    const plans = await listPublishedPlans(app.db, app.clock.today())
    const worst = await listWorstMonths(app.db)
    const data = plans.map((plan) => ({
      ...toPlanResponse(plan),
      worstMonth: worst.get(plan.planId) ?? null,
    }))

    return { message: 'Plans', data }
  }),
  positions: calls.positions.handler(async ({ context }) => {
    const { app } = context
    const positions = await listMemberPositions(app.db, context.member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(toPositionResponse) }
  }),
  position: calls.position.handler(async ({ context: { app, member }, input }) => ({
    message: 'Position',
    data: await readPositionTimeline(app, member().id, input.id),
  })),
  invest: calls.invest.handler(async ({ context: { app, member }, input }) => {
    const { selected_plan, amount, at_maturity } = input
    const position = await investBalance(app, member(), {
      ...(selected_plan !== undefined && { planId: selected_plan }),
      ...(amount !== undefined && { amount }),
      ...(at_maturity !== undefined && { atMaturity: at_maturity }),
    })

    return { message: 'Invested', data: toPositionResponse(position) }
  }),
  setAtMaturity: calls.setAtMaturity.handler(async ({ context: { app, member }, input }) => {
    const { id: positionId, at_maturity: atMaturity } = input
    const position = await setAtMaturity(app, member(), { positionId, atMaturity })
    return { message: 'Your choice is kept', data: toPositionResponse(position) }
  }),
  redemption: calls.redemption.handler(async ({ context: { app, member }, input }) => {
    const redemptionQuery = { positionId: input.id, amount: input.amount }
    const { position, ...effect } = await previewRedemption(
      app.db,
      member().id,
      redemptionQuery,
      app.clock.today(),
    )

    const { noticePeriodDays, maturesOn } = position
    return {
      message: 'What this would do',
      data: { ...effect, noticePeriodDays, maturesOn },
    }
  }),
  giveRedemptionNotice: calls.giveRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const redemptionNotice = await giveRedemptionNotice(app, member(), {
        positionId: input.id,
        amount: input.amount,
      })
      return {
        message: `Notice given. It ends on ${redemptionNotice.endsOn}.`,
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  redemptionNotices: calls.redemptionNotices.handler(async ({ context: { app, member } }) => {
    const redemptionNotices = await listMemberRedemptionNotices(app.db, member().id)
    return { message: 'Notices', data: redemptionNotices.map(toRedemptionNoticeResponse) }
  }),
  cancelRedemptionNotice: calls.cancelRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const redemptionNotice = await cancelRedemptionNotice(app, member(), input.id)
      return {
        message: 'Notice cancelled. The part stays invested.',
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  allRedemptionNotices: calls.allRedemptionNotices.handler(async ({ context: { app } }) => ({
    message: 'Notices',
    data: await listStaffRedemptionNotices(app),
  })),
  all: calls.all.handler(async ({ context: { app, admin } }) => ({
    message: 'Plans',
    data: await readStaffPlans(app, admin()),
  })),
  figures: calls.figures.handler(async ({ context: { app } }) => {
    const plans = await listPlanFigures(app.db)
    const data = plans.map(({ planId: _id, name, family, months: _months, ...figures }) => ({
      _id,
      name,
      family,
      figures,
    }))

    return { message: 'Figures of the plans', data }
  }),
  returns: calls.returns.handler(async ({ context: { app }, input }) => ({
    message: 'Returns that are due',
    data: await readPlanReturns(app, input.id),
  })),
  propose: calls.propose.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Proposed',
    data: await propose(app, admin(), input),
  })),
  publish: calls.publish.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Published',
    data: toPlanResponse(await publishPlan(app, admin(), { versionId: input.id })),
  })),
  close: calls.close.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, reason } = input
    await closePlan(app, admin(), { planId, ...(reason !== undefined && { reason }) })
    return { message: 'Closed. Its positions run on.' }
  }),
  proposeIncome: calls.proposeIncome.handler(async ({ context: { app, admin }, input }) => {
    const {
      id: planId,
      period_from: periodFrom,
      period_to: periodTo,
      outputIndex,
      evidence,
      ...rest
    } = input

    const sent = { ...rest, planId, periodFrom, periodTo, ...parseOutputIndex(outputIndex) }
    return toProposalResponse(
      await proposeIncome(app, admin(), { ...sent, ...(await readEvidenceBytes(evidence)) }),
    )
  }),
  proposeLoss: calls.proposeLoss.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from: periodFrom, period_to: periodTo, evidence, ...rest } = input
    const sent = { ...rest, planId, periodFrom, periodTo, ...(await readEvidenceBytes(evidence)) }
    return toProposalResponse(await proposeLoss(app, admin(), sent))
  }),
  performance: calls.performance.handler(async ({ context: { app }, input }) => {
    const moment = app.db.transaction().setIsolationLevel('repeatable read')
    return {
      message: 'Books of the plan',
      data: await moment.execute((tx) => readPlanPerformance(tx, input.id)),
    }
  }),
  evidence: calls.evidence.handler(async ({ context: { app }, input }) =>
    readEvidenceFile(app, input.id),
  ),
})

import type { Day } from '#lib/dates.ts'
import { DomainError, notFound } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { implementCalls } from '#platform/http.ts'
import { cancelNotice } from './commands/cancel-notice.ts'
import { closePlan } from './commands/close-plan.ts'
import { giveNotice } from './commands/give-notice.ts'
import { investBalance } from './commands/invest-balance.ts'
import { proposeIncome } from './commands/propose-income.ts'
import { proposeLoss } from './commands/propose-loss.ts'
import { type ProposePlan, proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { setAtMaturity } from './commands/set-at-maturity.ts'
import { plansContract } from './contract.ts'
import {
  bpsOf,
  type PlanVersion,
  percentageText,
  SAMPLE_LABEL,
  warningOf,
  yearlyPercentage,
} from './model.ts'
import { positionStory } from './queries/position-story.ts'
import { listMaturingDays, listOwedReturns } from './queries/returns.ts'
import {
  findEvidence,
  type IncomeLine,
  type LossLine,
  listDistributionsOf,
  listIncomeOf,
  listLossesOf,
  listNoticesOf,
  listPlansForStaff,
  listPositionsOf,
  listPublishedPlans,
  listWaitingNotices,
  listWaitingVersions,
  listWorstMonths,
  type NoticeView,
  type PositionView,
  planFigures,
  redemptionOf,
} from './queries.ts'

const calls = implementCalls(plansContract)
const labelOf = ({ sample }: { sample: boolean }) => (sample ? SAMPLE_LABEL : null)

const shownPlan = (plan: PlanVersion) => ({
  ...plan,
  _id: plan.id,
  percentage: percentageText(plan.targetBps),
  yearly: yearlyPercentage(plan),
  warning: warningOf(plan),
  label: labelOf(plan),
})

const shownPosition = (position: PositionView) => ({
  ...position,
  _id: position.id,
  plan: {
    _id: position.planVersionId,
    name: position.planName,
    family: position.family,
    sample: position.sample,
    label: labelOf(position),
    risk: position.risk,
    warning: warningOf(position),
  },
  percentage: percentageText(position.targetBps),
})

const shownNotice = ({ id, positionId, planName, family, ...notice }: NoticeView) => ({
  ...notice,
  _id: id,
  position: positionId,
  plan: { name: planName, family },
})

async function noticesForStaff({ db }: App) {
  const waiting = await listWaitingNotices(db)
  const members = await listMembersById(
    db,
    waiting.map(({ memberId }) => memberId),
  )

  return waiting.map((notice) => ({
    ...shownNotice(notice),
    member: { _id: notice.memberId, name: members.get(notice.memberId)?.label ?? 'Erased member' },
  }))
}

/** Staff by name; who proposed or decided and is no member of the staff any more stays an id. */
async function plansForStaff({ db, clock, config }: App, admin: Admin) {
  const waiting = new Set(await listWaitingVersions(db, config))
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))

  return (await listPlansForStaff(db, clock.today())).map((plan) => ({
    ...plan,
    _id: plan.id,
    closedBy: nameOf(plan.closedBy),
    versions: plan.versions.map((version) => ({
      ...version,
      ...shownPlan(version),
      proposedBy: names.get(version.proposedBy) ?? version.proposedBy,
      publishedBy: nameOf(version.publishedBy),
      waits: waiting.has(version.id),
      mine: version.proposedBy === admin.id,
    })),
  }))
}

type PlanSent = Omit<ProposePlan, 'minAmount' | 'maxAmount' | 'targetBps' | 'effectiveFrom'> & {
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
    targetBps: bpsOf(percentage ?? '') ?? -1,
    effectiveFrom: effectiveFrom ?? app.clock.today(),
  })

  return { _id: versionId, plan: planId, ...rest }
}

/** What waits for a second admin, as it is decided on. */
function waitingOf({ id, content, contentHash: hash, expiresAt }: Proposal) {
  const shown = content as Record<string, string | null>
  const data = { _id: id, state: 'waiting' as const, content: shown, hash, expiresAt }
  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

const bytesOf = async (file: File | string | undefined) =>
  file instanceof File ? { evidence: new Uint8Array(await file.arrayBuffer()) } : {}

function outputIndexOf(text: string): { outputIndex?: number } {
  if (text.trim() === '') return {}
  if (/^\d{1,5}$/.test(text.trim())) return { outputIndex: Number(text) }
  throw new DomainError('invalid_output', 400, 'The output is a number from 0 on.', 'outputIndex')
}

const shownResult = <Line extends IncomeLine | LossLine>({
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
async function booksOf(reader: Reader, planId: string) {
  const [plan] = await planFigures(reader, planId)
  if (!plan) throw notFound('This plan')

  const { planId: _id, name, family, ...figures } = plan
  const distributions = await listDistributionsOf(reader, planId)

  return {
    _id,
    name,
    family,
    figures,
    income: (await listIncomeOf(reader, planId)).map(shownResult),
    losses: (await listLossesOf(reader, planId)).map(shownResult),
    distributions: distributions.map(({ id, onDay: day, ...line }) => ({ ...line, _id: id, day })),
  }
}

async function storyOf(app: App, memberId: string, id: string) {
  const story = await positionStory(app.db, memberId, id, app.clock.today())
  const { position, returns, losses, parts, reinvestedAs } = story

  return {
    ...shownPosition(position),
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

async function returnsOf({ db }: App, planId: string) {
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

async function evidenceFile(app: App, id: string): Promise<File> {
  const found = await findEvidence(app.db, id)
  if (!found) throw notFound('This evidence')

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
      ...shownPlan(plan),
      worstMonth: worst.get(plan.planId) ?? null,
    }))

    return { message: 'Plans', data }
  }),
  positions: calls.positions.handler(async ({ context }) => {
    const { app } = context
    const positions = await listPositionsOf(app.db, context.member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(shownPosition) }
  }),
  position: calls.position.handler(async ({ context: { app, member }, input }) => ({
    message: 'Position',
    data: await storyOf(app, member().id, input.id),
  })),
  invest: calls.invest.handler(async ({ context: { app, member }, input }) => {
    const { selected_plan, amount, at_maturity } = input
    const position = await investBalance(app, member(), {
      ...(selected_plan !== undefined && { planId: selected_plan }),
      ...(amount !== undefined && { amount }),
      ...(at_maturity !== undefined && { atMaturity: at_maturity }),
    })

    return { message: 'Invested', data: shownPosition(position) }
  }),
  setAtMaturity: calls.setAtMaturity.handler(async ({ context: { app, member }, input }) => {
    const { id: positionId, at_maturity: atMaturity } = input
    const position = await setAtMaturity(app, member(), { positionId, atMaturity })
    return { message: 'Your choice is kept', data: shownPosition(position) }
  }),
  redemption: calls.redemption.handler(async ({ context: { app, member }, input }) => {
    const asked = { positionId: input.id, amount: input.amount }
    const { position, ...effect } = await redemptionOf(
      app.db,
      member().id,
      asked,
      app.clock.today(),
    )

    const { noticeDays, maturesOn } = position
    return { message: 'What this would do', data: { ...effect, noticeDays, maturesOn } }
  }),
  giveNotice: calls.giveNotice.handler(async ({ context: { app, member }, input }) => {
    const notice = await giveNotice(app, member(), { positionId: input.id, amount: input.amount })
    return { message: `Notice given. It ends on ${notice.endsOn}.`, data: shownNotice(notice) }
  }),
  notices: calls.notices.handler(async ({ context: { app, member } }) => {
    const notices = await listNoticesOf(app.db, member().id)
    return { message: 'Notices', data: notices.map(shownNotice) }
  }),
  cancelNotice: calls.cancelNotice.handler(async ({ context: { app, member }, input }) => {
    const notice = await cancelNotice(app, member(), input.id)
    return { message: 'Notice cancelled. The part stays invested.', data: shownNotice(notice) }
  }),
  allNotices: calls.allNotices.handler(async ({ context: { app } }) => ({
    message: 'Notices',
    data: await noticesForStaff(app),
  })),
  all: calls.all.handler(async ({ context: { app, admin } }) => ({
    message: 'Plans',
    data: await plansForStaff(app, admin()),
  })),
  figures: calls.figures.handler(async ({ context: { app } }) => {
    const plans = await planFigures(app.db)
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
    data: await returnsOf(app, input.id),
  })),
  propose: calls.propose.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Proposed',
    data: await propose(app, admin(), input),
  })),
  publish: calls.publish.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Published',
    data: shownPlan(await publishPlan(app, admin(), { versionId: input.id })),
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
      ...said
    } = input

    const sent = { ...said, planId, periodFrom, periodTo, ...outputIndexOf(outputIndex) }
    return waitingOf(await proposeIncome(app, admin(), { ...sent, ...(await bytesOf(evidence)) }))
  }),
  proposeLoss: calls.proposeLoss.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from: periodFrom, period_to: periodTo, evidence, ...said } = input
    const sent = { ...said, planId, periodFrom, periodTo, ...(await bytesOf(evidence)) }
    return waitingOf(await proposeLoss(app, admin(), sent))
  }),
  books: calls.books.handler(async ({ context: { app }, input }) => {
    const moment = app.db.transaction().setIsolationLevel('repeatable read')
    return {
      message: 'Books of the plan',
      data: await moment.execute((tx) => booksOf(tx, input.id)),
    }
  }),
  evidence: calls.evidence.handler(async ({ context: { app }, input }) =>
    evidenceFile(app, input.id),
  ),
})

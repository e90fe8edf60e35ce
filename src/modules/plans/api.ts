import type { Day } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { cancelNotice } from './commands/cancel-notice.ts'
import { closePlan } from './commands/close-plan.ts'
import { giveNotice } from './commands/give-notice.ts'
import { investBalance } from './commands/invest-balance.ts'
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
import {
  listNoticesOf,
  listPlansForStaff,
  listPositionsOf,
  listPublishedPlans,
  listWaitingNotices,
  type NoticeView,
  type PositionView,
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
async function plansForStaff({ db, clock }: App) {
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
    })),
  }))
}

type Proposal = Omit<ProposePlan, 'targetBps' | 'effectiveFrom'> & {
  percentage?: string | undefined
  effectiveFrom?: Day | undefined
}

async function propose(app: App, admin: Admin, { percentage, effectiveFrom, ...plan }: Proposal) {
  const { versionId, planId, ...rest } = await proposePlan(app, admin, {
    ...plan,
    targetBps: bpsOf(percentage ?? '') ?? -1,
    effectiveFrom: effectiveFrom ?? app.clock.today(),
  })
  return { _id: versionId, plan: planId, ...rest }
}

export const plansApi = calls.router({
  list: calls.list.handler(async ({ context: { app } }) => {
    const plans = await listPublishedPlans(app.db, app.clock.today())
    return { message: 'Plans', data: plans.map(shownPlan) }
  }),
  positions: calls.positions.handler(async ({ context }) => {
    const { app } = context
    const positions = await listPositionsOf(app.db, context.member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(shownPosition) }
  }),
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
    const { position, ...effect } = await redemptionOf(app.db, member().id, asked, app.clock.today())
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
  all: calls.all.handler(async ({ context: { app } }) => ({
    message: 'Plans',
    data: await plansForStaff(app),
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
})

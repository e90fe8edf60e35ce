import { DomainError, notFound } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { implementCalls } from '#platform/http.ts'
import { proposeIncome } from './commands/propose-income.ts'
import { proposeLoss } from './commands/propose-loss.ts'
import { plansContract } from './contract.ts'
import { type PlanVersion, percentageText, SAMPLE_LABEL, warningOf, yearlyPercentage } from './model.ts'
import {
  findEvidence,
  type IncomeLine,
  type LossLine,
  listDistributionsOf,
  listIncomeOf,
  listLossesOf,
  listPositionsOf,
  listPublishedPlans,
  type PositionView,
  planFigures,
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

const shownResult = <Line extends IncomeLine | LossLine>({ id, cents, evidenceSha256, ...line }: Line) => ({
  ...{ ...line, _id: id, amount: cents },
  evidence: { path: `/api/admin/evidence/${id}`, sha256: evidenceSha256 },
})

/** All figures of one moment. Throws `not_found` for what is no plan. */
async function booksOf(reader: Reader, planId: string) {
  const [plan] = await planFigures(reader, planId)
  if (!plan) throw notFound('This plan')
  const { planId: _id, name, family, ...figures } = plan
  const distributions = await listDistributionsOf(reader, planId)
  return {
    ...{ _id, name, family, figures },
    income: (await listIncomeOf(reader, planId)).map(shownResult),
    losses: (await listLossesOf(reader, planId)).map(shownResult),
    distributions: distributions.map(({ id, onDay: day, ...line }) => ({ ...line, _id: id, day })),
  }
}

async function evidenceFile(app: App, id: string): Promise<File> {
  const found = await findEvidence(app.db, id)
  if (!found) throw notFound('This evidence')
  const extension = found.evidenceType.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const content = await app.files.read(found.evidenceKey)
  return new File([Uint8Array.from(content)], `evidence-${id}.${extension}`, { type: found.evidenceType })
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
  proposeIncome: calls.proposeIncome.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from: periodFrom, period_to: periodTo, outputIndex, evidence, ...said } = input
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
    return { message: 'Books of the plan', data: await moment.execute((tx) => booksOf(tx, input.id)) }
  }),
  evidence: calls.evidence.handler(async ({ context: { app }, input }) => evidenceFile(app, input.id)),
})

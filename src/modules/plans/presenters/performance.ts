import { createNotFoundError } from '#lib/errors.ts'
import { listPlanAssets } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type IncomeLine,
  type LossLine,
  listPlanDistributions,
  listPlanFigures,
  listPlanIncome,
  listPlanLosses,
} from '../queries.ts'

type ResultLine = Omit<IncomeLine, 'reversedAt' | 'reversedBy' | 'reversalReason'> | LossLine

const toResultResponse = <Line extends ResultLine>({
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

/** Returns the figures of every plan, without its months. */
export async function buildPlanFigures({ db }: App) {
  const plans = await listPlanFigures(db)

  return plans.map(({ planId: _id, name, family, months: _months, ...figures }) => ({
    _id,
    name,
    family,
    figures,
  }))
}

/** Returns a plan's figures, results and distributions, read at one moment. */
export async function readPlanPerformance({ db }: App, planId: string) {
  const snapshot = db.transaction().setIsolationLevel('repeatable read')
  return await snapshot.execute((tx) => loadPlanPerformance(tx, planId))
}

async function loadPlanPerformance(reader: Reader, planId: string) {
  const [plan] = await listPlanFigures(reader, planId)
  if (!plan) throw createNotFoundError('This plan')

  const { planId: _id, name, family, ...figures } = plan
  const distributions = await listPlanDistributions(reader, planId)

  return {
    _id,
    name,
    family,
    figures,
    assets: (await listPlanAssets(reader, planId)).get(planId) ?? null,
    income: (await listPlanIncome(reader, planId)).map(
      ({ reversedAt: at, reversedBy: by, reversalReason: reason, ...line }) => ({
        ...toResultResponse(line),
        reversed: at && by && reason ? { at, by, reason } : null,
      }),
    ),
    losses: (await listPlanLosses(reader, planId)).map(toResultResponse),
    distributions: distributions.map(({ id, onDay: day, ...line }) => ({ ...line, _id: id, day })),
  }
}

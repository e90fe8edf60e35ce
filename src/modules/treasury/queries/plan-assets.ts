import { getProposal } from '#modules/approvals/queries.ts'
import { listPlanAssetsMovements, type PlanAssetsMovement } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type PlanAssets,
  type PlanAssetsEvent,
  type PlanAssetsSums,
  sumPlanAssets,
} from '../model.ts'

const EVENTS: Record<PlanAssetsMovement['transferType'], PlanAssetsEvent> = {
  assets_placed: 'placed',
  assets_returned: 'returned',
  assets_lost: 'written-off',
}

/** Lists what is placed outside, by plan: of all plans or one. Others have no entry. */
export async function listPlanAssets(
  reader: Reader,
  planId: string | null = null,
): Promise<ReadonlyMap<string, PlanAssets>> {
  const movements = await listPlanAssetsMovements(reader, planId)
  const byPlan = new Map<string, PlanAssets>()

  for (const [id, own] of Map.groupBy(movements, (movement) => movement.planId)) {
    const { last, ...sums } = sumPlanAssets(
      own.map(({ transferType, ...movement }) => ({ ...movement, event: EVENTS[transferType] })),
    )
    byPlan.set(id, { ...sums, lastConfirmed: await findConfirmation(reader, last) })
  }

  return byPlan
}

async function findConfirmation(
  reader: Reader,
  last: PlanAssetsSums['last'],
): Promise<PlanAssets['lastConfirmed']> {
  if (!last?.approval) return null

  const { event, on, approval } = last
  const { proposerLabel: proposedBy, decision } = await getProposal(reader, approval)
  return { event, on, proposedBy, approvedBy: decision?.label ?? '' }
}

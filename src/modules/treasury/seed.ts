import { invariant } from '#lib/invariant.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { proposeAssetsPlaced } from './commands/propose-assets-placed.ts'
import { proposeCapitalContribution } from './commands/propose-capital-contribution.ts'
import { proposePromotion } from './commands/propose-promotion.ts'
import { parsePositiveAmount } from './model.ts'

/** A movement of the operator's own dollars in the sample data. */
export type SampleMovement = { amount: string; reason: string } & (
  | { kind: 'capital' }
  | { kind: 'promotion' }
  | { kind: 'assets'; planId: string; destination: string }
)

/** Proposes a movement and approves it by another admin. */
export async function proposeSampleMovement(
  app: App,
  admin: Admin,
  movement: SampleMovement,
): Promise<Proposal> {
  const { proposal } = await begin(app, admin, movement)
  invariant(proposal, 'what the operator does with its own money waits for a second admin')
  return proposal
}

function begin(app: App, admin: Admin, movement: SampleMovement) {
  const { amount, reason } = movement
  switch (movement.kind) {
    case 'capital':
      return proposeCapitalContribution(app, admin, { currency: 'USD', amount, reason })
    case 'promotion':
      return proposePromotion(app, admin, {
        kind: 'promotion_funded',
        amount: parsePositiveAmount(amount, 'USD'),
        reason,
      })
    case 'assets': {
      const { planId, destination } = movement
      return proposeAssetsPlaced(app, admin, {
        currency: 'USD',
        amount,
        reason,
        planId,
        destination,
      })
    }
  }
}

import { proposeAssetsPlaced } from '../commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from '../commands/propose-assets-returned.ts'
import { proposeCapitalContribution } from '../commands/propose-capital-contribution.ts'
import { proposeCapitalOut } from '../commands/propose-capital-out.ts'
import { proposePromotion } from '../commands/propose-promotion.ts'
import { toMovementResponse } from '../presenters/movement.ts'
import { calls, omitUndefined } from './calls.ts'

/** The operator's capital, promotion money and assets. */
export const operatorMoneyHandlers = {
  capitalIn: calls.capitalIn.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(
      await proposeCapitalContribution(app, admin(), omitUndefined(input)),
      'Capital recorded',
    ),
  ),
  capitalOut: calls.capitalOut.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await proposeCapitalOut(app, admin(), omitUndefined(input)), 'Paid out'),
  ),
  placeAssets: calls.placeAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      toMovementResponse(
        await proposeAssetsPlaced(app, admin(), omitUndefined({ ...input, planId: plan })),
        'Placed',
      ),
  ),
  returnAssets: calls.returnAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      toMovementResponse(
        await proposeAssetsReturned(app, admin(), omitUndefined({ ...input, planId: plan })),
        'Returned',
      ),
  ),
  fundPromotion: calls.fundPromotion.handler(async ({ context: { app, admin }, input }) => {
    const funded = await proposePromotion(app, admin(), { kind: 'promotion_funded', ...input })
    return toMovementResponse(funded, 'Funded')
  }),
  returnPromotion: calls.returnPromotion.handler(async ({ context: { app, admin }, input }) => {
    const returned = await proposePromotion(app, admin(), { kind: 'promotion_returned', ...input })
    return toMovementResponse(returned, 'Returned')
  }),
}

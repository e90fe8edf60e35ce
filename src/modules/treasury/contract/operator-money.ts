import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { adminMoney } from '#platform/http/contract.ts'
import { usdAmount } from '#platform/http/schemas.ts'
import { arriving, leaving, plan, reason } from './fields.ts'
import { begun, buildMovementRoute } from './movements.ts'

/** The operator's capital, promotion money and assets. */
export const operatorMoneyCalls = {
  capitalIn: adminMoney(...getPermittedRoles('capital.record'))
    .route(
      buildMovementRoute(
        '/admin/treasury/capital/in',
        "Record a contribution of the operator's capital",
      ),
    )
    .input(z.object(arriving))
    .output(begun),
  capitalOut: adminMoney(...getPermittedRoles('capital.record'))
    .route(buildMovementRoute('/admin/treasury/capital/out', "Pay out the operator's capital"))
    .input(z.object(leaving))
    .output(begun),
  placeAssets: adminMoney(...getPermittedRoles('assets.record'))
    .route(buildMovementRoute('/admin/treasury/assets/place', 'Place assets for a plan'))
    .input(z.object({ plan, ...leaving }))
    .output(begun),
  returnAssets: adminMoney(...getPermittedRoles('assets.record'))
    .route(
      buildMovementRoute('/admin/treasury/assets/return', "Record the return of a plan's assets"),
    )
    .input(z.object({ plan, ...arriving }))
    .output(begun),
  fundPromotion: adminMoney(...getPermittedRoles('promotion.fund'))
    .route(
      buildMovementRoute(
        '/admin/treasury/promotion/fund',
        'Fund the promotion account from capital',
      ),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
  returnPromotion: adminMoney(...getPermittedRoles('promotion.fund'))
    .route(
      buildMovementRoute('/admin/treasury/promotion/return', 'Return promotion funds to capital'),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
}

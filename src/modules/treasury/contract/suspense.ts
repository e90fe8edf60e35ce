import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { adminMoney } from '#platform/http/contract.ts'
import { arriving, destination, place, reason, receiptId } from './fields.ts'
import { begun, buildMovementRoute } from './movements.ts'

/** Payments that match no deposit. */
export const suspenseCalls = {
  receiveSuspense: adminMoney(...getPermittedRoles('suspense.receive'))
    .route(buildMovementRoute('/admin/treasury/suspense', 'Record an unmatched payment'))
    .input(z.object(arriving))
    .output(begun),
  matchSuspense: adminMoney(...getPermittedRoles('suspense.match'))
    .route(
      buildMovementRoute(
        '/admin/treasury/suspense/{id}/match',
        'Credit an unmatched payment to a member',
      ),
    )
    .input(z.object({ id: receiptId, member: z.string().max(60), reason }))
    .output(begun),
  refundSuspense: adminMoney(...getPermittedRoles('suspense.refund'))
    .route(
      buildMovementRoute('/admin/treasury/suspense/{id}/refund', 'Refund an unmatched payment'),
    )
    .input(z.object({ id: receiptId, place, destination, reason }))
    .output(begun),
}

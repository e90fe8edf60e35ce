import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminMoney } from '#platform/http/contract.ts'
import { buildEnvelope, usdAmount } from '#platform/http/schemas.ts'
import {
  amount,
  coin,
  coinAmount,
  currency,
  formText,
  paymentReferenceFields,
  place,
  reason,
  tags,
  where,
} from './fields.ts'
import { begun, buildMovementRoute } from './movements.ts'
import { outsideBalance, reconciliationBreak } from './reconciliation.ts'

const custodyLine = z.object({
  ...where,
  held: amount.meta({ description: 'current ledger balance' }),
  state: z.enum(['unknown', 'agrees', 'break', 'explained']),
  outside: outsideBalance.nullable().meta({ description: 'the latest external balance' }),
  openBreak: reconciliationBreak.nullable(),
})

/** Moves between places of custody. */
export const custodyCalls = {
  moveCustody: adminMoney(...getPermittedRoles('custody.move'))
    .route(buildMovementRoute('/admin/treasury/custody/move', 'Move custody to another location'))
    .input(
      z.object({
        currency,
        amount: coinAmount,
        place,
        toPlace: formText,
        reason,
        opensPlace: z.boolean().optional().meta({ description: 'this opens the new location' }),
      }),
    )
    .output(begun),
  convertCustody: adminMoney(...getPermittedRoles('custody.convert'))
    .route(
      buildMovementRoute('/admin/treasury/custody/convert', 'Convert between crypto and dollars'),
    )
    .input(
      z.object({
        currency,
        amount: coinAmount,
        place,
        reason,
        ...paymentReferenceFields,
        toCurrency: currency,
        received: coinAmount,
        toPlace: place,
      }),
    )
    .output(begun),
  recordNetworkFee: adminMoney(...getPermittedRoles('network-fee.record'))
    .route(
      buildMovementRoute('/admin/treasury/network-fees', 'Record the network fee of a transaction'),
    )
    .input(
      z.object({
        currency: coin,
        amount: coinAmount,
        place,
        txid: formText,
        paidFrom: z.enum(['equity', 'fees']).default('equity'),
      }),
    )
    .output(begun),
  takeFees: adminMoney(...getPermittedRoles('fees.take'))
    .route(
      buildMovementRoute('/admin/treasury/fees/take', "Move earned fees to the operator's capital"),
    )
    .input(z.object({ amount: usdAmount, reason }))
    .output(begun),
  custody: admin()
    .route({
      method: 'GET',
      path: '/admin/custody',
      summary: 'List custody accounts with their external balances',
      tags,
    })
    .output(buildEnvelope(z.array(custodyLine))),
}

import { convertCustody } from '../commands/convert-custody.ts'
import { moveCustody } from '../commands/move-custody.ts'
import { recordNetworkFee } from '../commands/record-network-fee.ts'
import { takeFees } from '../commands/take-fees.ts'
import { toMovementResponse } from '../presenters/movement.ts'
import { buildCustodyLines } from '../presenters/reconciliation.ts'
import { listCustody } from '../queries.ts'
import { calls, omitUndefined } from './calls.ts'

/** Moves between places of custody. */
export const custodyHandlers = {
  moveCustody: calls.moveCustody.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await moveCustody(app, admin(), omitUndefined(input)), 'Moved'),
  ),
  convertCustody: calls.convertCustody.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await convertCustody(app, admin(), omitUndefined(input)), 'Converted'),
  ),
  recordNetworkFee: calls.recordNetworkFee.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await recordNetworkFee(app, admin(), omitUndefined(input)), 'Recorded'),
  ),
  takeFees: calls.takeFees.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await takeFees(app, admin(), input), 'Moved to capital'),
  ),
  custody: calls.custody.handler(async ({ context: { app } }) => ({
    message: 'Custody',
    data: await buildCustodyLines(app, await listCustody(app.db)),
  })),
}

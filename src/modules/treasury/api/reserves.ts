import { addReserveAddress } from '../commands/add-reserve-address.ts'
import { prepareReserveStatement } from '../commands/prepare-reserve-statement.ts'
import { recordReserveStatement } from '../commands/record-reserve-statement.ts'
import { retireReserveAddress } from '../commands/retire-reserve-address.ts'
import { TEXTS } from '../model.ts'
import { toReserveResponse } from '../presenters/reserves.ts'
import { listReserves } from '../queries.ts'
import { calls, omitUndefined } from './calls.ts'

/** Reserve addresses and their statements of control. */
export const reserveHandlers = {
  reserves: calls.reserves.handler(async ({ context: { app } }) => ({
    message: 'Reserves',
    data: (await listReserves(app.db, { now: app.clock.now() })).map(toReserveResponse),
  })),
  addReserveAddress: calls.addReserveAddress.handler(
    async ({ context: { app, admin }, input: { coin, address, wallet, ...rest } }) => {
      const input = { coin, address, wallet, ...omitUndefined(rest) }
      const data = toReserveResponse(await addReserveAddress(app, admin(), input))
      return { message: TEXTS.reserveAdded, data }
    },
  ),
  retireReserveAddress: calls.retireReserveAddress.handler(
    async ({ context: { app, admin }, input: { id } }) => {
      await retireReserveAddress(app, admin(), id)
      return { message: TEXTS.reserveRetired }
    },
  ),
  prepareReserveStatement: calls.prepareReserveStatement.handler(
    async ({ context: { app, admin }, input: { id } }) => ({
      message: TEXTS.statementPrepared,
      data: toReserveResponse(await prepareReserveStatement(app, admin(), id)),
    }),
  ),
  recordReserveStatement: calls.recordReserveStatement.handler(
    async ({ context: { app, admin }, input: { id, signature } }) => ({
      message: TEXTS.statementProved,
      data: toReserveResponse(
        await recordReserveStatement(app, admin(), { challengeId: id, signature }),
      ),
    }),
  ),
}

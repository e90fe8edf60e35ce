import { recordOutsideBalance } from '../commands/record-outside-balance.ts'
import { requestOutsideBalances } from '../commands/request-outside-balances.ts'
import { resolveBreak } from '../commands/resolve-break.ts'
import { takeBreak } from '../commands/take-break.ts'
import { TEXTS } from '../model.ts'
import { buildBreak, buildBreaks } from '../presenters/breaks.ts'
import { buildRecordedBalance } from '../presenters/reconciliation.ts'
import { listBreaks } from '../queries.ts'
import { calls } from './calls.ts'

/** Outside balances and breaks. */
export const reconciliationHandlers = {
  breaks: calls.breaks.handler(async ({ context: { app }, input: { status } }) => {
    const breaks = await listBreaks(app.db, status ? { open: status === 'open' } : {})
    return { message: 'Breaks', data: await buildBreaks(app, breaks) }
  }),
  recordBalance: calls.recordBalance.handler(async ({ context: { app, admin }, input }) => {
    const { asOf, ...rest } = input
    const when = asOf === undefined ? {} : { asOf: new Date(asOf) }
    return await buildRecordedBalance(
      app,
      await recordOutsideBalance(app, admin(), { ...rest, ...when }),
    )
  }),
  takeBreak: calls.takeBreak.handler(async ({ context: { app, admin }, input }) => ({
    message: TEXTS.taken,
    data: await buildBreak(app, await takeBreak(app, admin(), input.id)),
  })),
  resolveBreak: calls.resolveBreak.handler(async ({ context: { app, admin }, input }) => {
    const { id: breakId, explanation } = input
    const resolved = await resolveBreak(app, admin(), { breakId, explanation })
    const data = await buildBreak(app, resolved)
    return resolved.proposal
      ? { status: 202 as const, body: { message: TEXTS.explanationProposed, data } }
      : { status: 200 as const, body: { message: TEXTS.explained, data } }
  }),
  requestOutsideBalances: calls.requestOutsideBalances.handler(
    async ({ context: { app, admin } }) => {
      await requestOutsideBalances(app, admin())
      return { message: TEXTS.fetchRequested }
    },
  ),
}

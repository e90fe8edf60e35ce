import { implementCalls } from '#platform/http/http.ts'
import { transparencyContract } from './contract.ts'
import { computeCoverage } from './model.ts'
import { getTransparencyReport } from './queries.ts'

const calls = implementCalls(transparencyContract)
const MINUTE_MS = 60_000

export const transparencyApi = calls.router({
  openBooks: calls.openBooks.handler(async ({ context: { app } }) => {
    const { held, owed, plans, withdrawals, chainHead, ...rest } = await getTransparencyReport(app)
    const { measured } = withdrawals

    return {
      message: 'The open books',
      data: {
        ...rest,
        owed,
        held: {
          ...held,
          coins: held.coins.map(({ cents, ...coin }) => ({ ...coin, worth: cents })),
        },
        heldPerDollar: computeCoverage(held.total, owed.total),
        plans: plans.map(({ planId, ...plan }) => ({ _id: planId, ...plan })),
        withdrawals: {
          ...withdrawals,
          measured: measured && {
            count: measured.count,
            medianMinutes: Math.round(measured.medianMs / MINUTE_MS),
            slowestMinutes: Math.round(measured.slowestMs / MINUTE_MS),
          },
        },
        chainHead: chainHead && { seq: String(chainHead.seq), hash: chainHead.hash },
      },
    }
  }),
})

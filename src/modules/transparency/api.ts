import { implementCalls } from '#platform/http.ts'
import { transparencyContract } from './contract.ts'
import { coverage } from './model.ts'
import { openBooks } from './queries.ts'

const calls = implementCalls(transparencyContract)
const MINUTE_MS = 60_000

export const transparencyApi = calls.router({
  books: calls.books.handler(async ({ context: { app } }) => {
    const { held, owed, plans, withdrawals, seal, ...rest } = await openBooks(app)
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
        heldPerDollar: coverage(held.total, owed.total),
        plans: plans.map(({ planId, ...plan }) => ({ _id: planId, ...plan })),
        withdrawals: {
          ...withdrawals,
          measured: measured && {
            count: measured.count,
            medianMinutes: Math.round(measured.medianMs / MINUTE_MS),
            slowestMinutes: Math.round(measured.slowestMs / MINUTE_MS),
          },
        },
        seal: seal && { seq: String(seal.seq), hash: seal.hash },
      },
    }
  }),
})

import { implementCalls } from '#platform/http/http.ts'
import { limit } from '#platform/http/limit.ts'
import { transparencyContract } from './contract.ts'
import { LIMITS } from './model.ts'
import { toReportResponse } from './presenters/report.ts'
import { buildEntryProof } from './queries/entry-proofs.ts'
import { buildProofFile, proveLatestEntry } from './queries/proofs.ts'
import { getTransparencyReport } from './queries.ts'

const calls = implementCalls(transparencyContract)

export const transparencyApi = calls.router({
  logEntry: calls.logEntry.handler(async ({ context: { app }, input: { kind } }) => ({
    message: 'Entry of the log',
    data: await proveLatestEntry(app, kind),
  })),
  liabilityProof: calls.liabilityProof.handler(async ({ context: { app, member } }) => {
    await limit(app, 'liability-proof', member().id, LIMITS.proofReads)
    return { message: 'Proof', data: await buildProofFile(app, member().id) }
  }),
  entryProof: calls.entryProof.handler(async ({ context: { app, member }, input: { seq } }) => {
    await limit(app, 'entry-proof', member().id, LIMITS.proofReads)
    return { message: 'Proof', data: await buildEntryProof(app, member().id, BigInt(seq)) }
  }),
  openBooks: calls.openBooks.handler(async ({ context: { app } }) => ({
    message: 'Open books',
    data: toReportResponse(await getTransparencyReport(app)),
  })),
})

import { implementCalls } from '#platform/http/http.ts'
import { transparencyContract } from './contract.ts'
import { toReportResponse } from './presenters/report.ts'
import { getTransparencyReport } from './queries.ts'

const calls = implementCalls(transparencyContract)

export const transparencyApi = calls.router({
  openBooks: calls.openBooks.handler(async ({ context: { app } }) => ({
    message: 'Open books',
    data: toReportResponse(await getTransparencyReport(app)),
  })),
})

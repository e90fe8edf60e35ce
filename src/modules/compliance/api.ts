import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { confirmMatch } from './commands/confirm-match.ts'
import { proposeDismissal } from './commands/propose-dismissal.ts'
import { complianceContract } from './contract.ts'
import { buildCaseResponses, toListResponse } from './presenters/cases.ts'
import {
  countDueMembers,
  countOpenCases,
  getCase,
  listCases,
  listScreeningLists,
} from './queries.ts'

const calls = implementCalls(complianceContract)

async function getCaseResponse(app: App, id: string) {
  const [found] = await buildCaseResponses(app, [await getCase(app.db, id)])
  if (!found) throw new Error(`no response for ${id}`)
  return found
}

export const complianceApi = calls.router({
  cases: calls.cases.handler(async ({ context: { app }, input: { status } }) => ({
    message: 'Screening',
    data: {
      cases: await buildCaseResponses(app, await listCases(app.db, status)),
      lists: (await listScreeningLists(app.db)).map(toListResponse),
      open: await countOpenCases(app.db),
      due: await countDueMembers(app.db),
    },
  })),
  dismiss: calls.dismiss.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await proposeDismissal(app, admin(), { caseId: id, reason })
    return {
      message: 'Proposed. Another admin has to approve.',
      data: await getCaseResponse(app, id),
    }
  }),
  confirm: calls.confirm.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await confirmMatch(app, admin(), { caseId: id, reason })
    return {
      message: 'Confirmed. The member stays on hold.',
      data: await getCaseResponse(app, id),
    }
  }),
})

import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { addCaseNote } from './commands/add-case-note.ts'
import { markSuspicious } from './commands/mark-suspicious.ts'
import { proposeClearance } from './commands/propose-clearance.ts'
import { transactionMonitoringContract } from './contract.ts'
import { countRules } from './model.ts'
import { buildCaseFile } from './presenters/case-file.ts'
import { buildCaseResponses, buildNoteResponses } from './presenters/cases.ts'
import { getMonitoringCase, listMonitoringCases } from './queries.ts'

const calls = implementCalls(transactionMonitoringContract)

async function getCaseResponse(app: App, id: string) {
  const [found] = await buildCaseResponses(app, [await getMonitoringCase(app.db, id)])
  if (!found) throw new Error(`no response for ${id}`)
  return found
}

async function getNotesResponse(app: App, id: string) {
  await getMonitoringCase(app.db, id)
  return await buildNoteResponses(app, id)
}

export const transactionMonitoringApi = calls.router({
  cases: calls.cases.handler(async ({ context: { app }, input: { status, memberId } }) => ({
    message: 'Transaction monitoring',
    data: {
      cases: await buildCaseResponses(
        app,
        await listMonitoringCases(app.db, {
          ...(status && { status }),
          ...(memberId && { memberId }),
        }),
      ),
      rules: countRules(await getSetting(app.db, app.config, 'monitoring')),
    },
  })),
  notes: calls.notes.handler(async ({ context: { app }, input: { id } }) => ({
    message: 'Notes',
    data: await getNotesResponse(app, id),
  })),
  addNote: calls.addNote.handler(async ({ context: { app, admin }, input: { id, content } }) => {
    await addCaseNote(app, admin(), { caseId: id, content })
    return { message: 'Note added', data: await getNotesResponse(app, id) }
  }),
  file: calls.file.handler(
    async ({ context: { app }, input: { id, format } }) => await buildCaseFile(app, id, format),
  ),
  clear: calls.clear.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await proposeClearance(app, admin(), { caseId: id, reason })
    return {
      message: 'Proposed. Another admin has to approve.',
      data: await getCaseResponse(app, id),
    }
  }),
  mark: calls.mark.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await markSuspicious(app, admin(), { caseId: id, reason })
    return {
      message: 'Marked as suspicious. The transaction stays on hold.',
      data: await getCaseResponse(app, id),
    }
  }),
})

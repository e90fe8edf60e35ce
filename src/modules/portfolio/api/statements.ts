import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { limit } from '#platform/http/limit.ts'
import { LIMITS, parseBalanceDay, parsePeriod, parseYear } from '../model.ts'
import {
  toEntryResponse,
  toHeadResponse,
  toStatementResponse,
  toSubAccountsResponse,
} from '../presenters/statement.ts'
import { getBalanceOnDay, getStatement, getYear, type Statement } from '../queries/statement.ts'
import { renderStatementCsv } from '../queries/statement-csv.ts'
import { renderStatementPdf } from '../queries/statement-pdf.ts'
import { listOwnEntries } from '../queries.ts'
import { calls } from './calls.ts'

const formatFileName = ({ from, to }: Statement, type: string) =>
  `statement-${from}-to-${to}.${type}`

type StatementQuery = { from?: string | undefined; to?: string | undefined }

async function loadStatement(
  app: App,
  memberId: string,
  query: StatementQuery,
): Promise<Statement> {
  const period = parsePeriod(query, app.clock.today())
  await limit(app, 'statement', memberId, LIMITS.reads)
  return await getStatement(app.db, memberId, period)
}

/** Entries and statements. */
export const statementHandlers = {
  entries: calls.entries.handler(async ({ context: { app, member }, input }) => {
    const entries = await listOwnEntries(app.db, member().id, input.limit)
    return { message: 'Entries', data: entries.map(toEntryResponse) }
  }),
  statement: calls.statement.handler(async ({ context: { app, member }, input }) => {
    const statement = await loadStatement(app, member().id, input)
    return { message: 'Statement', data: toStatementResponse(statement) }
  }),
  statementCsv: calls.statementCsv.handler(async ({ context: { app, member }, input }) => {
    const statement = await loadStatement(app, member().id, input)
    return new File([renderStatementCsv(statement)], formatFileName(statement, 'csv'), {
      type: 'text/csv;charset=utf-8',
    })
  }),
  statementPdf: calls.statementPdf.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'statement-paper', member().id, LIMITS.pdfReports)

    const statement = await loadStatement(app, member().id, input)
    const pdf = await renderStatementPdf(statement, {
      member: member(),
      mode: app.config.MODE,
      now: app.clock.now(),
      operator: await getSetting(app.db, app.config, 'operator'),
    })

    return new File([pdf], formatFileName(statement, 'pdf'), { type: 'application/pdf' })
  }),
  balance: calls.balance.handler(async ({ context: { app, member }, input }) => {
    const today = app.clock.today()
    const on = parseBalanceDay(input.on, today)
    const { id, signedUpOn: joined } = member()
    const { subAccounts, head } = await getBalanceOnDay(app.db, id, on)

    return {
      message: 'Balance',
      data: {
        on,
        today,
        joined,
        ...toSubAccountsResponse(subAccounts),
        head: toHeadResponse(head),
      },
    }
  }),
  year: calls.year.handler(async ({ context: { app, member }, input }) => {
    const today = app.clock.today()
    const year = input.year ?? Number(today.slice(0, 4))
    await limit(app, 'statement', member().id, LIMITS.reads)
    const summary = await getYear(app.db, member().id, parseYear(year, today))
    return { message: 'Year', data: { year, ...summary, head: toHeadResponse(summary.head) } }
  }),
}

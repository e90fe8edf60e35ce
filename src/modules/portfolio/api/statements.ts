import { setTimeout as pause } from 'node:timers/promises'
import { listOwnerDays } from '#modules/ledger/queries.ts'
import { getReportFrame } from '#modules/settings/queries.ts'
import { findLogHead } from '#modules/transparency/queries.ts'
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

const CHECK_EVERY_MS = 100
const MAX_CHECKS = 11

/** Databases whose chain wasn't extended while a statement waited. */
const notChaining = new WeakSet<App['db']>()

/**
 * Waits until the member's last entries are in the hash chain, as the balances beside a statement
 * already include them. Gives up after a second, since the chain isn't extended while the ledger is
 * repaired, and waits again only after it was seen complete.
 */
async function waitForLastEntries({ db }: App, memberId: string): Promise<void> {
  for (let checks = 1; ; checks++) {
    const days = await listOwnerDays(db, memberId)
    if (days.every(({ chained }) => chained)) {
      notChaining.delete(db)
      return
    }

    if (checks === MAX_CHECKS) notChaining.add(db)
    if (notChaining.has(db)) return

    await pause(CHECK_EVERY_MS)
  }
}

async function loadStatement(
  app: App,
  memberId: string,
  query: StatementQuery,
): Promise<Statement> {
  const period = parsePeriod(query, app.clock.today())
  await limit(app, 'statement', memberId, LIMITS.reads)
  await waitForLastEntries(app, memberId)

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
      frame: await getReportFrame(app),
      logHead: await findLogHead(app),
      now: app.clock.now(),
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
    await waitForLastEntries(app, member().id)

    const summary = await getYear(app.db, member().id, parseYear(year, today))
    return { message: 'Year', data: { year, ...summary, head: toHeadResponse(summary.head) } }
  }),
}

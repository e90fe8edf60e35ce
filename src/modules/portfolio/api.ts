import { toUtcDay } from '#lib/dates.ts'
import { assertRecentFactor } from '#modules/identity/queries.ts'
import {
  type JournalBlock,
  listJournalLinks,
  listOwnerBlocks,
  type OwnChainedRow,
} from '#modules/ledger/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { limit } from '#platform/http/limit.ts'
import { closeOwnAccount } from './commands/close-own-account.ts'
import { requestDataExport } from './commands/request-data-export.ts'
import { portfolioContract } from './contract.ts'
import {
  buildDataExportKey,
  CLOSING_PHRASE,
  computeMovedAmount,
  type DescribedLine,
  getTransferTypeLabel,
  LIMITS,
  parseBalanceDay,
  parsePeriod,
  parseYear,
  type SubAccountBalances,
  sumSubAccounts,
} from './model.ts'
import { listClosingObstacles } from './queries/closing.ts'
import { type DataExport, getReadyDataExport, listDataExports } from './queries/data-exports.ts'
import { type FigureEntry, listFigureEntries } from './queries/figure-entries.ts'
import { getBalanceOnDay, getStatement, getYear, type Statement } from './queries/statement.ts'
import { renderStatementCsv, renderStatementPdf } from './queries/statement-files.ts'
import { getCourse } from './queries/value-history.ts'
import { getPortfolio, listOwnEntries, type OwnEntry, type Portfolio } from './queries.ts'

const calls = implementCalls(portfolioContract)

const toUserResponse = ({ member, figures }: Portfolio) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  phone_number: member.phoneNumber,
  referral_code: member.referralCode,
  total_balance: figures.profit,
  withdrawable_balance: figures.balance,
  total_invest: figures.deposited,
  total_withdrawal: figures.withdrawn,
  accrued: figures.accrued,
  due: figures.due,
  createdAt: member.createdAt,
  country: member.country,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
})

const toDataExportResponse = ({ id, bytes, ...dataExport }: DataExport) => ({
  ...dataExport,
  _id: id,
  bytes: bytes === null ? null : String(bytes),
})

const toEntryResponse = ({ entry, journalNumber, description, ...row }: OwnEntry) => ({
  ...row,
  _id: String(entry),
  journalNumber: journalNumber === null ? null : String(journalNumber),
  what: description,
})

const toSubAccountsResponse = (balances: SubAccountBalances) => ({
  ...balances,
  total: sumSubAccounts(balances),
})

const toHeadResponse = (head: JournalBlock | null) =>
  head && { block: String(head.block), seq: String(head.seq), hash: head.hash }

const toStatementLineResponse = (line: DescribedLine) => ({
  day: line.day,
  kind: line.kind,
  what: line.what,
  details: line.details,
  reference: line.reference,
  journalNumbers: line.seqs.map(String),
  change: line.change,
  moved: computeMovedAmount(line),
  subAccounts: toSubAccountsResponse(line.subAccounts),
})

const toStatementResponse = ({ opening, lines, closing, head, ...rest }: Statement) => ({
  ...rest,
  opening: toSubAccountsResponse(opening),
  lines: lines.map(toStatementLineResponse),
  closing: toSubAccountsResponse(closing),
  head: toHeadResponse(head),
})

const toFigureEntryResponse = ({ entry, journalNumber, ...row }: FigureEntry) => ({
  ...row,
  _id: String(entry),
  journalNumber: journalNumber === null ? null : String(journalNumber),
})

const toChainedRowResponse = ({ amount, ...row }: OwnChainedRow) => ({
  ...row,
  amount: BigInt(amount),
  what: getTransferTypeLabel(row.kind),
})

const formatFileName = ({ from, to }: Statement, type: string) =>
  `statement-${from}-to-${to}.${type}`

const BLOCKS = 5
const LINKS = 1_000

/** Returns the cursor of the next page: the last block of a full page. */
const pickNextCursor = (page: readonly { block: string }[], size: number) =>
  page.length < size ? null : (page.at(-1)?.block ?? null)

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

export const portfolioApi = calls.router({
  user: calls.user.handler(async ({ context: { app, member } }) => {
    const portfolio = await getPortfolio(app.db, member().id, app.clock.today())
    return { message: 'User', data: toUserResponse(portfolio) }
  }),
  dataExports: calls.dataExports.handler(async ({ context: { app, member } }) => ({
    message: 'Your data',
    data: (await listDataExports(app.db, member().id)).map(toDataExportResponse),
  })),
  requestDataExport: calls.requestDataExport.handler(
    async ({ context: { app, member }, input }) => ({
      message: 'We are gathering your data and mail you when it is ready.',
      data: toDataExportResponse(await requestDataExport(app, member(), input)),
    }),
  ),
  dataExportFile: calls.dataExportFile.handler(async ({ context: { app, member }, input }) => {
    const { id, readyAt } = await getReadyDataExport(app.db, member().id, input.id, app.clock.now())
    const content = await app.files.read(buildDataExportKey(id))
    const name = `my-data-${toUtcDay(readyAt ?? app.clock.now())}.json`
    return new File([Uint8Array.from(content)], name, { type: 'application/json' })
  }),
  closing: calls.closing.handler(async ({ context: { app, member } }) => {
    const { proofDays, messageDays } = await getSetting(app.db, app.config, 'retention')
    const obstacles = await listClosingObstacles(app.db, app, member().id)
    return {
      message: 'Closing the account',
      data: { phrase: CLOSING_PHRASE, obstacles, retention: { proofDays, messageDays } },
    }
  }),
  close: calls.close.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentFactor(app, session)
    await closeOwnAccount(app, member(), input)
    return { message: 'Your account is closed.' }
  }),
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
  course: calls.course.handler(async ({ context: { app, member } }) => {
    const today = app.clock.today()
    const { head, ...course } = await getCourse(app.db, member().id, today)
    return { message: 'Course', data: { today, ...course, head: toHeadResponse(head) } }
  }),
  figure: calls.figure.handler(async ({ context: { app, member }, input }) => {
    const { figure, before, limit } = input
    const page = { before: before === undefined ? undefined : BigInt(before), limit }
    const found = await listFigureEntries(app.db, member().id, figure, app.clock.today(), page)
    const { total, entries, next } = found
    const data = {
      total,
      entries: entries.map(toFigureEntryResponse),
      next: next === null ? null : String(next),
    }

    return { message: 'Entries', data }
  }),
  chainProofs: calls.chainProofs.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'chain-blocks', member().id, LIMITS.chainProofReads)

    const found = await listOwnerBlocks(app.db, member().id, {
      after: BigInt(input.after),
      limit: BLOCKS,
    })
    const blocks = found.map((block) => ({ ...block, rows: block.rows.map(toChainedRowResponse) }))

    return { message: 'Blocks', data: { blocks, next: pickNextCursor(found, BLOCKS) } }
  }),
  chain: calls.chain.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'chain-blocks', member().id, LIMITS.chainProofReads)
    const links = await listJournalLinks(app.db, { after: BigInt(input.after), limit: LINKS })
    return { message: 'Chain', data: { links, next: pickNextCursor(links, LINKS) } }
  }),
})

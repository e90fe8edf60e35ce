import { dayOf } from '#lib/dates.ts'
import { assertFreshFactor } from '#modules/identity/queries.ts'
import {
  listOwnerSeals,
  listSealLinks,
  type OwnSealedRow,
  type Seal,
} from '#modules/ledger/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { limit } from '#platform/http-limit.ts'
import { closeOwnAccount } from './commands/close-own-account.ts'
import { requestDossier } from './commands/request-dossier.ts'
import { portfolioContract } from './contract.ts'
import {
  CLOSING_PHRASE,
  dayAsked,
  dossierKey,
  LIMITS,
  movedIn,
  owedOf,
  type Purses,
  periodOf,
  type WordedLine,
  wordsFor,
  yearAsked,
} from './model.ts'
import { obstaclesToClosing } from './queries/closing.ts'
import { getCourse } from './queries/course.ts'
import { type Dossier, getReadyDossier, listDossiers } from './queries/dossiers.ts'
import { type FigureEntry, listFigureEntries } from './queries/figure-entries.ts'
import { balanceOnDay, getStatement, getYear, type Statement } from './queries/statement.ts'
import { statementCsv, statementPdf } from './queries/statement-files.ts'
import { getPortfolio, listOwnEntries, type OwnEntry, type Portfolio } from './queries.ts'

const calls = implementCalls(portfolioContract)

const shownUser = ({ member, figures }: Portfolio) => ({
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

const shownDossier = ({ id, bytes, ...dossier }: Dossier) => ({
  ...dossier,
  _id: id,
  bytes: bytes === null ? null : String(bytes),
})

const shownEntry = ({ entry, folio, words, ...row }: OwnEntry) => ({
  ...row,
  _id: String(entry),
  folio: folio === null ? null : String(folio),
  what: words,
})

const shownPurses = (purses: Purses) => ({ ...purses, total: owedOf(purses) })

const shownHead = (head: Seal | null) =>
  head && { block: String(head.block), seq: String(head.seq), hash: head.hash }

const shownLine = (line: WordedLine) => ({
  day: line.day,
  kind: line.kind,
  what: line.what,
  details: line.details,
  reference: line.reference,
  folios: line.seqs.map(String),
  change: line.change,
  moved: movedIn(line),
  purses: shownPurses(line.purses),
})

const shownStatement = ({ opening, lines, closing, head, ...rest }: Statement) => ({
  ...rest,
  opening: shownPurses(opening),
  lines: lines.map(shownLine),
  closing: shownPurses(closing),
  head: shownHead(head),
})

const shownFigureEntry = ({ entry, folio, ...row }: FigureEntry) => ({
  ...row,
  _id: String(entry),
  folio: folio === null ? null : String(folio),
})

const shownSealedRow = ({ amount, ...row }: OwnSealedRow) => ({
  ...row,
  amount: BigInt(amount),
  what: wordsFor(row.kind),
})

const fileName = ({ from, to }: Statement, type: string) => `statement-${from}-to-${to}.${type}`

const BLOCKS = 5
const LINKS = 1_000

/** Where the next page begins: behind the last of a full one. */
const nextAfter = (page: readonly { block: string }[], size: number) =>
  page.length < size ? null : (page.at(-1)?.block ?? null)

type Asked = { from?: string | undefined; to?: string | undefined }

async function statementFor(app: App, memberId: string, asked: Asked): Promise<Statement> {
  const period = periodOf(asked, app.clock.today())
  await limit(app, 'statement', memberId, LIMITS.reads)
  return await getStatement(app.db, memberId, period)
}

export const portfolioApi = calls.router({
  user: calls.user.handler(async ({ context: { app, member } }) => {
    const portfolio = await getPortfolio(app.db, member().id, app.clock.today())
    return { message: 'User', data: shownUser(portfolio) }
  }),
  dossiers: calls.dossiers.handler(async ({ context: { app, member } }) => ({
    message: 'Your data',
    data: (await listDossiers(app.db, member().id)).map(shownDossier),
  })),
  requestDossier: calls.requestDossier.handler(async ({ context: { app, member }, input }) => ({
    message: 'We are gathering your data and mail you when it is ready.',
    data: shownDossier(await requestDossier(app, member(), input)),
  })),
  dossierFile: calls.dossierFile.handler(async ({ context: { app, member }, input }) => {
    const { id, readyAt } = await getReadyDossier(app.db, member().id, input.id, app.clock.now())
    const content = await app.files.read(dossierKey(id))
    const name = `my-data-${dayOf(readyAt ?? app.clock.now())}.json`
    return new File([Uint8Array.from(content)], name, { type: 'application/json' })
  }),
  closing: calls.closing.handler(async ({ context: { app, member } }) => {
    const { proofDays, messageDays } = await getSetting(app.db, app.config, 'retention')
    const obstacles = await obstaclesToClosing(app.db, app, member().id)
    return {
      message: 'Closing the account',
      data: { phrase: CLOSING_PHRASE, obstacles, retention: { proofDays, messageDays } },
    }
  }),
  close: calls.close.handler(async ({ context: { app, member, session }, input }) => {
    await assertFreshFactor(app, session)
    await closeOwnAccount(app, member(), input)
    return { message: 'Your account is closed.' }
  }),
  entries: calls.entries.handler(async ({ context: { app, member }, input }) => {
    const entries = await listOwnEntries(app.db, member().id, input.limit)
    return { message: 'Entries', data: entries.map(shownEntry) }
  }),
  statement: calls.statement.handler(async ({ context: { app, member }, input }) => {
    const statement = await statementFor(app, member().id, input)
    return { message: 'Statement', data: shownStatement(statement) }
  }),
  statementCsv: calls.statementCsv.handler(async ({ context: { app, member }, input }) => {
    const statement = await statementFor(app, member().id, input)
    return new File([statementCsv(statement)], fileName(statement, 'csv'), {
      type: 'text/csv;charset=utf-8',
    })
  }),
  statementPdf: calls.statementPdf.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'statement-paper', member().id, LIMITS.papers)

    const statement = await statementFor(app, member().id, input)
    const pdf = await statementPdf(statement, {
      member: member(),
      mode: app.config.MODE,
      now: app.clock.now(),
      operator: await getSetting(app.db, app.config, 'operator'),
    })

    return new File([pdf], fileName(statement, 'pdf'), { type: 'application/pdf' })
  }),
  balance: calls.balance.handler(async ({ context: { app, member }, input }) => {
    const today = app.clock.today()
    const on = dayAsked(input.on, today)
    const { id, signedUpOn: joined } = member()
    const { purses, head } = await balanceOnDay(app.db, id, on)

    return {
      message: 'Balance',
      data: { on, today, joined, ...shownPurses(purses), head: shownHead(head) },
    }
  }),
  year: calls.year.handler(async ({ context: { app, member }, input }) => {
    const today = app.clock.today()
    const year = input.year ?? Number(today.slice(0, 4))
    await limit(app, 'statement', member().id, LIMITS.reads)
    const summary = await getYear(app.db, member().id, yearAsked(year, today))
    return { message: 'Year', data: { year, ...summary, head: shownHead(summary.head) } }
  }),
  course: calls.course.handler(async ({ context: { app, member } }) => {
    const today = app.clock.today()
    const { head, ...course } = await getCourse(app.db, member().id, today)
    return { message: 'Course', data: { today, ...course, head: shownHead(head) } }
  }),
  figure: calls.figure.handler(async ({ context: { app, member }, input }) => {
    const { figure, before, limit } = input
    const page = { before: before === undefined ? undefined : BigInt(before), limit }
    const found = await listFigureEntries(app.db, member().id, figure, app.clock.today(), page)
    const { total, entries, next } = found
    const data = {
      total,
      entries: entries.map(shownFigureEntry),
      next: next === null ? null : String(next),
    }

    return { message: 'Entries', data }
  }),
  seals: calls.seals.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'seals', member().id, LIMITS.sealReads)

    const found = await listOwnerSeals(app.db, member().id, {
      after: BigInt(input.after),
      limit: BLOCKS,
    })
    const blocks = found.map((block) => ({ ...block, rows: block.rows.map(shownSealedRow) }))

    return { message: 'Seals', data: { blocks, next: nextAfter(found, BLOCKS) } }
  }),
  chain: calls.chain.handler(async ({ context: { app, member }, input }) => {
    await limit(app, 'seals', member().id, LIMITS.sealReads)
    const links = await listSealLinks(app.db, { after: BigInt(input.after), limit: LINKS })
    return { message: 'Chain', data: { links, next: nextAfter(links, LINKS) } }
  }),
})

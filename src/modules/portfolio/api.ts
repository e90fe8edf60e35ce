import { toUtcDay } from '#lib/dates.ts'
import { assertRecentFactor } from '#modules/identity/queries.ts'
import { calls } from './api/calls.ts'
import { chainHandlers } from './api/chain.ts'
import { statementHandlers } from './api/statements.ts'
import { closeOwnAccount } from './commands/close-own-account.ts'
import { requestDataExport } from './commands/request-data-export.ts'
import { buildDataExportKey, CLOSING_PHRASE } from './model.ts'
import { toFigureEntryResponse, toHeadResponse } from './presenters/statement.ts'
import { toDataExportResponse, toUserResponse } from './presenters/user.ts'
import { listClosingObstacles } from './queries/closing.ts'
import { getClosingRetention } from './queries/closing-retention.ts'
import { getReadyDataExport, listDataExports } from './queries/data-exports.ts'
import { listFigureEntries } from './queries/figure-entries.ts'
import { getCourse } from './queries/value-history.ts'
import { getPortfolio } from './queries.ts'

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
      message: 'We’re preparing your data and will email you when it’s ready.',
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
    const obstacles = await listClosingObstacles(app.db, app, member().id)
    return {
      message: 'Closing the account',
      data: {
        phrase: CLOSING_PHRASE,
        obstacles,
        retention: await getClosingRetention(app.db, app, member().id),
      },
    }
  }),
  close: calls.close.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentFactor(app, session)
    const reference = await closeOwnAccount(app, member(), input)
    return { message: 'Your account is closed.', data: { reference } }
  }),
  ...statementHandlers,
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
  ...chainHandlers,
})

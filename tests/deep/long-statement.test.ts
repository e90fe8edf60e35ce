import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { EQUITY, toMemberAccountCode } from '#modules/ledger/model.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { MAX_ENTRIES } from '#modules/portfolio/model.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { pdfPages } from '../support/pdf-text.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ startAt: '2026-11-20T09:00:00Z' })
})
afterAll(() => server.close())

test('A PDF holds 5,000 entries; one more is rejected', async () => {
  const busy = await server.asMember()
  const cash = toMemberAccountCode(busy.member.id, 'cash')

  await fundCapital(server.app, 'USD', 1_000n)
  await runInTransaction(server.app.db, (tx) => openMemberAccounts(tx, busy.member.id))

  const entry = (at: number, day: string) =>
    transfer(
      `${busy.member.id}/${at}`,
      'adjusted',
      ...((at % 2 ? [cash, EQUITY] : [EQUITY, cash]) as [string, string]),
      3n,
      {
        effectiveDate: day,
        reference: `adj_${at}`,
        reason: 'A cent here, a cent there',
      },
    )

  await runInTransaction(server.app.db, (tx) =>
    post(
      tx,
      Array.from({ length: MAX_ENTRIES }, (_, at) => entry(at, addDays('2026-10-01', at % 30))),
    ),
  )

  await chainJournal(server.app)

  const paper = '/api/user/statement.pdf?from=2026-10-01&to=2026-11-20'
  const response = await server.fetch(paper, { headers: busy.headers })
  expect(response.headers.get('content-type'), 'a paper').toBe('application/pdf')

  const pages = pdfPages(new Uint8Array(await response.arrayBuffer()))
  expect(pages.flat().filter((line) => line.includes(' Adjustment L-'))).toHaveLength(MAX_ENTRIES)

  await runInTransaction(server.app.db, (tx) => post(tx, [entry(MAX_ENTRIES, '2026-11-01')]))
  await chainJournal(server.app)

  const refused = await server.send('GET', paper, { token: busy.token })
  expect([refused.status, refused.json.code]).toEqual([422, 'statement_too_long'])
}, 180_000)

// Long because every call of the portal is compared with the ledger.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { openTestSession } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import {
  EQUITY,
  toCustodyAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
} from '#modules/ledger/model.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveIfNeeded, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import { findCheckpoint } from '#modules/transparency/queries.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { pdfPages } from '../../../tests/support/pdf-text.ts'

const FORMULA = '=HYPERLINK("http://x.example","refund")'

let server: TestServer
let maya: Awaited<ReturnType<TestServer['asMember']>>
let position: string
beforeAll(async () => {
  server = await testServer({ startAt: '2026-09-10T09:00:00Z' })
  maya = await server.asMember({ firstName: 'Maya', lastName: 'Zieliński' })

  const { app } = server
  const ines = (await server.asAdmin('finance')).admin
  const plan = await createPublishedPlan(app)

  await createCompletedDeposit(app, maya.member, ines, { planId: plan.id, amount: '2500' })
  position = (await listMemberPositions(app.db, maya.member.id, app.clock.today()))[0]?.id ?? ''
  server.clock.set('2026-10-05T09:00:00Z')

  const withdrawalInput = { amount: '400', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, maya.member, withdrawalInput)
  await cancelWithdrawal(app, maya.member, id)
  await requestWithdrawal(app, maya.member, { ...withdrawalInput, amount: '100' })
  await fundReturnAndLoss(plan.planId)
  await chainJournal(app)
  server.clock.set('2026-11-20T09:00:00Z')
  maya = { ...maya, ...(await openTestSession(app, maya.member)) }
})
afterAll(() => server.close())

/** Inserts the rows and postings of a distribution and a loss. */
async function fundReturnAndLoss(planId: string) {
  const { owner } = server.database
  const { id } = maya.member
  await owner.query(
    `insert into plan_income (id, plan_id, cents, period_from, period_to, source, evidence_key,
      evidence_type, evidence_sha256, receipt_id, approval_id, recorded_on, recorded_at, used_cents)
     values ('inc_one', $1, 50000, '2026-09-01', '2026-09-30', 'Rent of Harbour Court', 'k',
     'application/pdf', repeat('a', 64), 'rcp_x', 'prp_x', '2026-10-10', now(), 12550)`,
    [planId],
  )

  await owner.query(
    `insert into distribution (id, plan_id, on_day, funded_cents, due_cents, upto_matured,
      upto_id, begun_at)
     values ('dst_one', $1, '2026-10-12', 12550, 12550, '2026-10-12', $2, now())`,
    [planId, position],
  )

  await owner.query(`insert into distribution_income values ('dst_one', 'inc_one', 12550)`)
  await owner.query(`insert into payout values ('dst_one', $1, 12550)`, [position])
  // the sample's positions are inserted as they are, without the day that settles them
  await owner.query('alter table plan_loss disable trigger user')
  await owner.query(
    `insert into plan_loss (id, plan_id, cents, period_from, period_to, cause, evidence_key,
      evidence_type, evidence_sha256, approval_id, recorded_on, recorded_at)
     values ('los_one', $1, 10000, '2026-10-01', '2026-10-31', 'Hail at Harbour Court', 'k',
     'application/pdf', repeat('b', 64), 'prp_y', '2026-10-20', now())`,
    [planId],
  )
  await owner.query('alter table plan_loss enable trigger user')

  await runInTransaction(server.app.db, async (tx) => {
    const [capital, income] = [
      await createReceipt(tx, 'USD', 90_000n),
      await createReceipt(tx, 'USD', 50_000n),
    ]
    const list = [
      transfer('capital', 'capital_paid_in', toCustodyAccountCode('USD'), EQUITY, 90_000n, {
        receipt: capital,
      }),
      transfer(
        'income',
        'income_recorded',
        toCustodyAccountCode('USD'),
        toPlanIncomeAccountCode(planId),
        50_000n,
        {
          receipt: income,
        },
      ),
      transfer(
        'paid',
        'return_paid',
        toPlanIncomeAccountCode(planId),
        toMemberAccountCode(id, 'profit'),
        12_550n,
        {
          effectiveDate: '2026-10-12',
          reference: position,
        },
      ),
      transfer(
        'lost',
        'assets_lost',
        toMemberAccountCode(id, 'principal'),
        toPlanAssetsAccountCode(planId),
        10_000n,
        {
          effectiveDate: '2026-10-20',
          reference: 'los_one',
          reason: 'Hail at Harbour Court',
        },
      ),
      transfer('adjusted', 'adjusted', EQUITY, toMemberAccountCode(id, 'cash'), 77n, {
        effectiveDate: '2026-09-15',
        reference: 'adj_one',
        reason: FORMULA,
      }),
    ]

    await post(tx, await approveIfNeeded(tx, list))
  })
}

const get = (path: string) => server.send('GET', path, { token: maya.token })
const OCTOBER = 'from=2026-10-01&to=2026-10-05'

test('a statement says where each line came from, and a mere move changes no total', async () => {
  const { data } = (await get('/api/user/statement?from=2026-09-01&to=2026-11-20')).json
  const statementLines = data.lines.map(
    ({ day, what, details, change }: Record<string, unknown>) => [day, what, details, change],
  )

  expect(statementLines).toEqual([
    [
      '2026-09-10',
      'Deposit credited',
      [expect.stringMatching(/^USDT: 2,50\d\.\d{6} USDT at \$\d/)],
      '2500.00',
    ],
    [
      '2026-09-10',
      'Invested in BASIC (crypto), 10 Sep 2026',
      ['$2,500.00 from ‘Cash’ to ‘Invested’'],
      '0.00',
    ],
    ['2026-09-15', 'Adjustment', [FORMULA], '0.77'],
    [
      '2026-10-05',
      'Withdrawal requested',
      ['$400.00 from ‘Invested’ to ‘Pending withdrawals’', `USDT to ${TEST_ADDRESS}`],
      '0.00',
    ],
    [
      '2026-10-05',
      'Withdrawal returned',
      ['$400.00 from ‘Pending withdrawals’ to ‘Invested’', 'Cancelled by you'],
      '0.00',
    ],
    [
      '2026-10-05',
      'Withdrawal requested',
      ['$100.00 from ‘Invested’ to ‘Pending withdrawals’', `USDT to ${TEST_ADDRESS}`],
      '0.00',
    ],
    [
      '2026-10-12',
      'Return paid, BASIC (crypto), 10 Sep 2026',
      ['Paid from plan income: Rent of Harbour Court, 1 Sep 2026 to 30 Sep 2026'],
      '125.50',
    ],
    [
      '2026-10-20',
      'Loss, BASIC (crypto)',
      ['Hail at Harbour Court, 1 Oct 2026 to 31 Oct 2026', 'Hail at Harbour Court'],
      '-100.00',
    ],
  ])

  expect(data.opening.total).toBe('0.00')
  expect(data.closing).toEqual({
    cash: '0.77',
    principal: '2300.00',
    profit: '125.50',
    held: '100.00',
    total: '2526.27',
  })

  expect(data.sums).toMatchObject({
    deposits: '2500.00',
    returns: '125.50',
    losses: '-100.00',
    adjustments: '0.77',
  })
})

test('a row booked late counts for its day; no statement of earlier days shows it', async () => {
  const september = (await get('/api/user/statement?from=2026-09-11&to=2026-09-30')).json.data
  expect(september.lines.map(({ what }: { what: string }) => what)).toEqual(['Adjustment'])
  expect([september.opening.total, september.closing.total]).toEqual(['2500.00', '2500.77'])
  const october = (await get(`/api/user/statement?${OCTOBER}`)).json.data
  expect(october.opening.total).toBe('2500.77')
})

test('the balance of any day, and a year by months that adds up', async () => {
  expect((await get('/api/user/balance?on=2026-09-12')).json.data).toMatchObject({
    on: '2026-09-12',
    today: '2026-11-20',
    principal: '2500.00',
    total: '2500.00',
    joined: expect.stringMatching(/^2026-/),
  })

  expect((await get('/api/user/balance')).json.data.total).toBe('2526.27')

  const { data } = (await get('/api/user/year?year=2026')).json
  expect(data).toMatchObject({
    opening: '0.00',
    closing: '2526.27',
    returns: '125.50',
    losses: '-100.00',
  })

  expect(data.months).toHaveLength(11)
  expect(data.months[8]).toMatchObject({
    month: '2026-09',
    opening: '0.00',
    deposits: '2500.00',
    closing: '2500.77',
  })

  expect((await get('/api/user/year?year=2027')).json.code).toBe('invalid_year')
})

test('a spreadsheet gets every line and no formula, and its amounts add up', async () => {
  const { text, headers } = await get('/api/user/statement.csv?from=2026-09-01&to=2026-11-20')
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="statement-2026-09-01-to-2026-11-20.csv"',
  )
  expect(text).toContain(`"'=HYPERLINK(""http://x.example"",""refund"")"`)

  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 1 + 8 + 1)

  const cents = (line: string) =>
    BigInt((/,(-?\d+\.\d\d)(?:,-?\d+\.\d\d){5}$/.exec(line)?.[1] ?? '0.00').replace('.', ''))
  expect(lines.slice(2, -1).reduce((sum, line) => sum + cents(line), 0n)).toBe(252_627n)
  expect(lines.at(-1)).toBe('2026-11-20,Closing balance,,,,,2526.27,0.77,2300.00,125.50,100.00')
})

test('the PDF carries the checkpoint of the public log and the key that signed it', async () => {
  await appendLog(server.app)
  const checkpoint = await findCheckpoint(server.app.db)
  const vkeys = await (await server.fetch('/open-books/log/vkeys')).text()
  const response = await server.fetch('/api/user/statement.pdf?from=2026-09-01&to=2026-11-20', {
    headers: maya.headers,
  })
  const text = pdfPages(new Uint8Array(await response.arrayBuffer()))
    .flat()
    .join('')
    .replaceAll(/\s/g, '')

  const root = Buffer.from(checkpoint?.root ?? []).toString('base64')
  expect(text).toContain(`/open-books/log:${checkpoint?.size}entries,root${root},signed`)
  expect(text).toContain(`Thelog’skey:${vkeys.split('\n')[0]}.Store`)
})

test('the PDF names operator, member and period, and its lines and sums add up', async () => {
  const response = await server.fetch('/api/user/statement.pdf?from=2026-09-01&to=2026-11-20', {
    headers: maya.headers,
  })
  expect(response.headers.get('content-type')).toBe('application/pdf')

  const pages = pdfPages(new Uint8Array(await response.arrayBuffer()))
  const text = pages.flat().join('\n')
  const head = await findJournalHead(server.app.db)

  for (const expectedText of [
    'Sample address: 1 Example Street, Sampleton',
    'Sandbox: no licence, no registration, simulated money',
    'office@candor.example',
    maya.member.id,
    '1 Sep 2026 to 20 Nov 2026, inclusive',
    'Deposits +$2,500.00',
    'Losses \u2212$100.00',
    'Of which invested $2,300.00',
    '20 Nov 2026 Closing balance 2,526.27',
    '12 Oct 2026 Return paid, BASIC (crypto)',
    `ledger entries up to L-${head?.seq} (block ${head?.block}, hash`,
  ])
    expect(text).toContain(expectedText)

  expect(text.replaceAll(/\s/g, '')).toContain(`hash${head?.hash}`)
  expect(text.replaceAll(/\s/g, '')).toContain('MayaZieliński')

  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Sandbox: all money here is simulated')
    expect(page.join('\n')).toMatch(new RegExp(`Page ${at + 1} of ${pages.length}$`, 'm'))
    expect(page.join(' ')).toContain('Returns are not guaranteed')
  }

  const cents = (line: string) => BigInt(line.replaceAll(/[^\d\u2212]/g, '').replace('\u2212', '-'))
  const amounts = [
    ...text.matchAll(/^\d+ \w{3} 2026 .* L-\d+ ([+\u2212]?[\d,]+\.\d\d) [\d,]+\.\d\d$/gm),
  ]
  expect(amounts).toHaveLength(8)
  expect(amounts.reduce((sum, [, amount = '']) => sum + cents(amount), 0n)).toBe(252_627n)
})

test('a period that is none, too long or not there yet is refused with its sentence', async () => {
  for (const query of [
    'from=2026-11-02&to=2026-11-01',
    'from=2016-11-20&to=2026-11-20',
    'to=2026-11-21',
    'from=1999-01-01&to=2000-01-01',
  ])
    expect((await get(`/api/user/statement?${query}`)).json.code).toBe('invalid_period')

  expect((await get('/api/user/statement?from=2026-02-30')).json.code).toBe('validation')
  expect((await get('/api/user/balance?on=2026-11-21')).json.code).toBe('invalid_day')
})

test('the value history agrees with other calls, and each figure with its entries', async () => {
  const user = (await get('/api/user')).json.data
  const { data } = (await get('/api/user/course')).json
  expect(data.sum).toEqual({
    terms: {
      deposits: '2500.00',
      returns: '125.50',
      losses: '-100.00',
      rewards: '0.00',
      adjustments: '0.77',
      fees: '0.00',
      withdrawals: '0.00',
    },
    value: user.portfolio_value,
  })
  expect(user.portfolio_value).toBe('2526.27')
  expect(data.performance).toMatchObject({ gain: '26.27', since: '2026-09-10' })

  expect(data.points.at(-1)).toEqual({ day: '2026-10-20', owed: '2526.27', paidIn: '2500.00' })
  expect(data.months.at(-2)).toEqual({ month: '2026-10', returns: '125.50', losses: '-100.00' })

  const figures = [
    ['balance', user.withdrawable_balance] as const,
    ['deposits', user.total_invest] as const,
    ['interest', user.total_balance] as const,
    ['withdrawals', user.total_withdrawal] as const,
    ['held', user.held] as const,
  ]

  for (const [figure, amount] of figures)
    expect((await get(`/api/user/figure?figure=${figure}`)).json.data.total, figure).toBe(amount)

  const [newest] = (await get('/api/user/figure?figure=interest')).json.data.entries
  expect(newest).toMatchObject({
    day: '2026-10-12',
    what: 'Return paid, BASIC (crypto), 10 Sep 2026',
    change: '125.50',
  })
  expect((await get('/api/user/figure?figure=wealth')).json.code).toBe('validation')
})

test('a deposit is in the value history as soon as it is in the balance', async () => {
  const { app } = server
  const ines = (await server.asAdmin('finance')).admin
  const signe = await server.asMember()
  const plan = await createPublishedPlan(app)
  await createCompletedDeposit(app, signe.member, ines, { planId: plan.id, amount: '2500' })

  const answer = await server.send('GET', '/api/user/course', { token: signe.token })
  expect(answer.json.data.points).toEqual([
    { day: '2026-11-20', owed: '2500.00', paidIn: '2500.00' },
  ])
})

test('a member without ledger accounts has an empty statement', async () => {
  const tomas = await server.asMember()
  const answer = await server.send('GET', '/api/user/statement', { token: tomas.token })
  expect(answer.json.data).toMatchObject({
    lines: [],
    opening: { total: '0.00' },
    closing: { total: '0.00' },
  })
})

test('PDF statements are rate limited', async () => {
  const { token } = await server.asMember()
  const ask = () =>
    server.send('GET', '/api/user/statement.pdf?from=2026-11-02&to=2026-11-01', { token })
  for (let at = 0; at < 30; at++) expect((await ask()).status).toBe(400)
  expect((await ask()).status).toBe(429)
})

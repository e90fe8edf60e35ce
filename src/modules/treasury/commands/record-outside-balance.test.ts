import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '#modules/audit/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { AGREES_AGAIN, BREAK_LIMIT_MS } from '../model.ts'
import { listBreaks, listOutsideBalances } from '../queries.ts'
import { lockCustody } from '../steps/lock-custody.ts'
import { reconcileBalance } from '../steps/reconcile-balance.ts'
import { approveExplanation, BANK, getCustodyLine, payCapital } from '../testing.ts'
import { type RecordOutsideBalance, recordOutsideBalance } from './record-outside-balance.ts'
import { resolveBreak } from './resolve-break.ts'
import { takeBreak } from './take-break.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  await payCapital(testApp.app, 100_000n)
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

/** Advances the time between two balances. */
function enter(amount: string, rest: Partial<RecordOutsideBalance> = {}) {
  testApp.app.clock.advance(1_000)
  return recordOutsideBalance(testApp.app, ines, {
    account: BANK,
    amount,
    evidence: 'statement 17',
    ...rest,
  })
}

const openBreaks = () => listBreaks(testApp.app.db, { open: true })

test('a balance that equals the ledger is stored and opens no break', async () => {
  expect((await getCustodyLine(testApp.app)).state).toBe('unknown')

  const balance = await enter('1000.00')
  expect(balance).toMatchObject({
    units: 100_000n,
    bookUnits: 100_000n,
    difference: 0n,
    breakId: null,
    source: 'entered',
    statedBy: ines.label,
    evidence: 'statement 17',
    recordedBy: ines.id,
  })

  expect(await getCustodyLine(testApp.app)).toMatchObject({
    state: 'agrees',
    held: 100_000n,
    openBreak: null,
  })

  const [event] = await listAuditEvents(testApp.app.db, { subjectId: balance.id })
  expect(event).toMatchObject({ action: 'outside-balance.recorded', actor: { id: ines.id } })
})

test('a difference of one cent opens a break with a due time; an equal balance resolves it', async () => {
  await enter('1000.01')

  const [open] = await openBreaks()
  expect(open).toMatchObject({ account: BANK, difference: 1n, ownerId: null, resolvedAt: null })

  const openFor = (open?.dueAt.getTime() ?? 0) - (open?.openedAt.getTime() ?? 0)
  expect(openFor).toBe(BREAK_LIMIT_MS)
  expect((await getCustodyLine(testApp.app)).state).toBe('break')

  const balance = await enter('1000')
  expect(await openBreaks()).toEqual([])

  const [ended] = await listBreaks(testApp.app.db)
  expect(ended).toMatchObject({
    id: open?.id,
    resolvedAs: 'agreed',
    resolution: AGREES_AGAIN,
    resolvedBy: ines.id,
    resolvedByBalance: balance.id,
  })

  expect(
    (await listAuditEvents(testApp.app.db, { subjectId: open?.id ?? '' })).map(
      (event) => event.action,
    ),
  ).toEqual(['break.resolved', 'break.opened'])
})

test('a second difference belongs to the open break, which shows first and latest', async () => {
  await enter('999.98')
  await enter('999.95')

  const open = await openBreaks()
  expect(open).toHaveLength(1)
  expect(open[0]).toMatchObject({ difference: -2n, latest: { difference: -5n } })

  const storedBalances = await listOutsideBalances(testApp.app.db, { breakId: open[0]?.id ?? '' })
  expect(storedBalances.map((balance) => balance.difference)).toEqual([-5n, -2n])
})

test('an equal balance from before the last difference does not resolve the break', async () => {
  const [open] = await openBreaks()
  const asOf = new Date(testApp.app.clock.now().getTime() - 60_000)
  const balance = await enter('1000', { asOf })

  expect(balance).toMatchObject({ difference: 0n, breakId: open?.id })
  expect((await openBreaks()).map((each) => each.id)).toEqual([open?.id])
  expect((await openBreaks())[0]?.latest.difference).toBe(-5n)
})

test('an explanation resolves a break, and the next difference opens a new one', async () => {
  const [open] = await openBreaks()
  await takeBreak(testApp.app, ines, open?.id ?? '')

  const explanation = 'A bank fee that is booked tomorrow.'
  const { proposal } = await resolveBreak(testApp.app, ines, {
    breakId: open?.id ?? '',
    explanation,
  })
  await approveExplanation(testApp.app, ruth, proposal)

  expect((await getCustodyLine(testApp.app)).state).toBe('explained')

  await enter('999.95')

  const [next] = await openBreaks()
  expect(next?.id).not.toBe(open?.id)
  expect(next).toMatchObject({ difference: -5n, ownerId: null })

  await enter('1000')
})

test('a repeated balance is recorded once, and another of the same time is rejected', async () => {
  const asOf = new Date(testApp.app.clock.now().getTime() - 3_600_000)
  const first = await enter('1000', { asOf })
  expect((await enter('1000.00', { asOf })).id).toBe(first.id)
  expect(await listAuditEvents(testApp.app.db, { subjectId: first.id })).toHaveLength(1)
  await expect(enter('1000.01', { asOf })).rejects.toMatchObject({
    code: 'already_recorded',
    status: 409,
  })

  await expect(enter('1000', { asOf, evidence: 'other' })).rejects.toMatchObject({
    code: 'already_recorded',
  })
  expect(await openBreaks()).toEqual([])
})

test.each([
  ['an account that holds nothing of ours', { account: 'equity' }, 'unknown_account'],
  ['a place that was never opened', { account: 'custody:cold:BTC' }, 'unknown_account'],
  ['a moment to come', { asOf: new Date('2027-01-01T00:00:00Z') }, 'future'],
  ['less than nothing', { amount: '-1' }, 'invalid_amount'],
  ['no number', { amount: 'about 5' }, 'invalid_amount'],
  ['more than any place holds', { amount: '10000000000000001' }, 'invalid_amount'],
  ['a third decimal of dollars', { amount: '1000.001' }, 'invalid_amount'],
  [
    'a ninth decimal of bitcoin',
    { account: 'custody:hot:BTC', amount: '0.000000001' },
    'invalid_amount',
  ],
  ['no evidence', { evidence: ' ' }, 'evidence_needed'],
])('%s is rejected, and nothing is stored', async (_what, wrong, code) => {
  const before = await listOutsideBalances(testApp.app.db)
  await expect(enter('1000', wrong)).rejects.toMatchObject({ code })
  expect(await listOutsideBalances(testApp.app.db)).toEqual(before)
})

test('a rejected amount names the decimals of the currency', async () => {
  await expect(enter('0.0000001', { account: 'custody:hot:USDT' })).rejects.toThrow(
    'at most 6 decimals',
  )
  await expect(enter('-0.01')).rejects.toThrow("can't be negative")
})

test('an admin without the permission records nothing', async () => {
  const { admin } = await createTestAdmin(testApp.app, { role: 'support' })
  const balanceInput = { account: BANK, amount: '1000', evidence: 'statement' }
  await expect(recordOutsideBalance(testApp.app, admin, balanceInput)).rejects.toMatchObject({
    code: 'role_missing',
  })
})

test('two concurrent differences open one break', async () => {
  const { app } = testApp
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = runInTransaction(app.db, async (tx) => {
    await lockCustody(tx, BANK)

    const figures = { account: BANK, units: 100_010n, bookUnits: 100_000n, asOf: app.clock.now() }
    const balance = await reconcileBalance(tx, app, systemActor, {
      ...figures,
      source: 'fetched',
      statedBy: 'A bank',
      evidence: 'at once',
    })

    begun.resolve()
    await mayEnd.promise

    return balance
  })

  await begun.promise

  const others = ['1000.11', '1000.12', '1000.13'].map((amount) => enter(amount))
  await pause(100)
  mayEnd.resolve()

  const balances = await Promise.all([first, ...others])
  const open = await openBreaks()
  expect(open).toHaveLength(1)
  expect(balances.map(({ breakId }) => breakId)).toEqual(Array(4).fill(open[0]?.id))

  await enter('1000')
})

test('a past balance is compared with the ledger of that moment', async () => {
  const real = await createTestApp({ at: new Date().toISOString() })
  const { app } = real
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const chainAndSyncClock = async () => {
    await chainJournal(app)
    await pause(20)
    app.clock.set(new Date().toISOString())
    await pause(20)
    return app.clock.now()
  }

  await payCapital(app, 700n)

  const then = await chainAndSyncClock()
  await payCapital(app, 300n)
  await chainAndSyncClock()

  const balanceInput = { account: BANK, evidence: 'statement', asOf: then }
  expect(await recordOutsideBalance(app, admin, { ...balanceInput, amount: '7.00' })).toMatchObject(
    {
      bookUnits: 700n,
      difference: 0n,
    },
  )

  const now = await recordOutsideBalance(app, admin, {
    account: BANK,
    evidence: 'now',
    amount: '10',
  })

  expect(now).toMatchObject({ bookUnits: 1_000n, difference: 0n })

  await payCapital(app, 5n) // posted, and not finalised yet
  app.clock.set(new Date().toISOString())

  const unchainedBalance = await recordOutsideBalance(app, admin, {
    ...balanceInput,
    asOf: app.clock.now(),
    amount: '10.05',
  })

  expect(unchainedBalance).toMatchObject({ difference: 0n })

  await real.close()
})

test('outside balances and the facts of a break can’t be rewritten, even by the table owner', async () => {
  await enter('1000.03')

  const expectRewriteRejected = async (rewrite: string, says: RegExp) => {
    await expect(testApp.database.owner.query(rewrite), rewrite).rejects.toThrow(says)
    await expect(testApp.database.pool.query(rewrite), rewrite).rejects.toThrow(
      /permission denied|rewritten|do not change/,
    )
  }

  await expectRewriteRejected('update outside_balance set units = 1', /append-only/)
  await expectRewriteRejected('delete from outside_balance', /append-only/)
  await expectRewriteRejected('truncate outside_balance cascade', /append-only/)
  await expectRewriteRejected('delete from reconciliation_break', /append-only/)
  await expectRewriteRejected('update reconciliation_break set difference = 9', /do not change/)
  await expectRewriteRejected(
    "update reconciliation_break set due_at = due_at + interval '1 day'",
    /do not change/,
  )
  await expectRewriteRejected(
    'update reconciliation_break set resolved_at = null',
    /permission denied|rewritten|do not change/,
  )
})

test('a different balance cannot resolve a break as agreed', async () => {
  const [open] = await openBreaks()
  const updateResolution = (balance: string) =>
    testApp.database.pool.query(
      `update reconciliation_break set resolved_at = opened_at, resolved_by = 'system',
        resolved_as = 'agreed',
        resolution = 'x', resolved_by_balance = $1 where id = $2`,
      [balance, open?.id],
    )

  const [first] = await listOutsideBalances(testApp.app.db, { account: BANK, limit: 1 })
  await expect(updateResolution(first?.id ?? '')).rejects.toThrow('no later balance agrees')

  const older = await enter('1000', { asOf: new Date(testApp.app.clock.now().getTime() - 600_000) })
  await expect(updateResolution(older.id)).rejects.toThrow('no later balance agrees')
})

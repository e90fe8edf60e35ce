import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { DEPOSIT_STATUSES } from '#modules/deposits/model.ts'
import { payOnChain } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { WITHDRAWAL_STATUSES } from '#modules/withdrawals/model.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let testApp: TestApp
let withdrawalId: string
const depositId = createId('dep')

beforeAll(async () => {
  testApp = await createTestApp()
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 1_000_000n })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  withdrawalId = (await requestWithdrawal(testApp.app, member, input)).id
  await testApp.database.owner.query(
    `insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
        address, coin_amount, rate, rate_source, rate_at, created_at, expires_at, status,
        amount_reserved)
      values ($1, $2, 'x', 'x', 1, 'USDT', 'USDT', 'x', 'x', 10000000000, 1, 'x', now(), now(),
        now() + interval '1 hour', 'awaiting_payment', true)`,
    [depositId, member.id],
  )
})
afterAll(() => testApp.close())

const NOT_REVERSED = `reversed_at = null, reversed_by = null, reversal_reason = null,
  reversal_approval_id = null`
const NO_APPROVAL = `approved_at = null, approved_by = null, fee = null, rate = null,
  rate_source = null, rate_at = null, coin_amount = null, second_admin_from = null`
const APPROVAL = `approved_at = now(), approved_by = 'x', fee = 0, rate = 1, rate_source = 'x',
  rate_at = now(), coin_amount = 1, second_admin_from = 1000000`
const OPEN = 'closed_at = null, closed_by = null, txid = null, reason = null'

/** The columns with which each status meets the table's own checks. */
const PAID = `closed_at = now(), closed_by = 'x', txid = 'x', reason = null`
const WITHDRAWAL_COLUMNS = {
  pending: `${NO_APPROVAL}, ${OPEN}, ${NOT_REVERSED}`,
  approved: `${APPROVAL}, ${OPEN}, ${NOT_REVERSED}`,
  completed: `${APPROVAL}, ${PAID}, ${NOT_REVERSED}`,
  rejected: `${NO_APPROVAL}, closed_at = now(), closed_by = 'x', txid = null, reason = 'x',
    ${NOT_REVERSED}`,
  cancelled: `${NO_APPROVAL}, closed_at = now(), closed_by = 'x', txid = null, reason = null,
    ${NOT_REVERSED}`,
  reversed: `${APPROVAL}, ${PAID}, reversed_at = now(), reversed_by = 'x', reversal_reason = 'x',
    reversal_approval_id = 'x'`,
}

const UNPAID = `${NOT_REVERSED}, submitted_at = null, arrived_at = null, credit_rate = null, late = null, decided_at = null,
  decided_by = null, reason = null, receipt_id = null, received = null, received_in = null,
  credited = null`
const SUBMITTED = 'submitted_at = now(), arrived_at = created_at, credit_rate = rate, late = false'
const UNDECIDED = `${NOT_REVERSED}, ${UNPAID.replace(/^.*late = null, /s, '')}`
const CREDITED = "receipt_id = 'x', received = 10000000000, received_in = 'USDT', credited = 1"
const UNCREDITED = 'receipt_id = null, received = null, received_in = null, credited = null'

const DEPOSIT_COLUMNS = {
  awaiting_payment: `amount_reserved = true, ${UNPAID}`,
  expired: `amount_reserved = false, ${UNPAID}`,
  pending: `amount_reserved = false, ${SUBMITTED}, ${UNDECIDED}`,
  completed: `amount_reserved = false, ${SUBMITTED}, decided_at = now(), decided_by = 'x',
    reason = null, ${CREDITED}, ${NOT_REVERSED}`,
  rejected: `amount_reserved = false, ${SUBMITTED}, decided_at = now(), decided_by = 'x',
    reason = 'x', ${UNCREDITED}, ${NOT_REVERSED}`,
  reversed: `amount_reserved = false, ${SUBMITTED}, decided_at = now(), decided_by = 'x',
    reason = null, ${CREDITED}, reversed_at = now(), reversed_by = 'x', reversal_reason = 'x',
    reversal_approval_id = 'x'`,
}

/** Puts a row into a status as the owner with its triggers off, and moves it on as the application. */
async function move(table: string, id: string, columns: string, from: string, to: string) {
  const { owner, pool } = testApp.database
  const client = await owner.connect()

  try {
    await client.query('set session_replication_role = replica')
    await client.query(`update ${table} set status = $2, ${columns} where id = $1`, [id, from])
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }

  return await pool.query(`update ${table} set ${to} where id = $1`, [id]).then(
    () => 'accepted',
    ({ message }) => String(message),
  )
}

/** Lists the changes of status that the application's role may make, written 'from>to'. */
async function listAcceptedMoves(
  table: string,
  id: string,
  statuses: readonly string[],
  columns: Record<string, string>,
) {
  const accepted: string[] = []
  for (const from of statuses)
    for (const to of statuses.filter((status) => status !== from)) {
      const unchanged = table === 'withdrawal' && from !== 'pending'
      const next = unchanged ? omitApproval(columns[to] ?? '') : columns[to]
      const outcome = await move(table, id, columns[from] ?? '', from, `status = '${to}', ${next}`)

      if (outcome === 'accepted') accepted.push(`${from}>${to}`)
      else
        expect(outcome).toMatch(
          /does not go from|does not change|reversed by two admins|reversed withdrawal does not|waits again only when its payments are gone/,
        )
    }

  return accepted
}

const omitApproval = (columns: string) =>
  columns.replace(`${APPROVAL}, `, '').replace(`${NO_APPROVAL}, `, '')

test('a withdrawal changes only between the listed states', async () => {
  const moves = await listAcceptedMoves(
    'withdrawal',
    withdrawalId,
    WITHDRAWAL_STATUSES,
    WITHDRAWAL_COLUMNS,
  )
  expect(moves).toEqual([
    'pending>approved',
    'pending>rejected',
    'pending>cancelled',
    'approved>completed',
    'approved>rejected',
  ])
})

test('a deposit changes only between the listed states', async () => {
  const moves = await listAcceptedMoves('deposit', depositId, DEPOSIT_STATUSES, DEPOSIT_COLUMNS)
  expect(moves).toEqual([
    'awaiting_payment>pending',
    'awaiting_payment>expired',
    'pending>completed',
    'pending>rejected',
    'expired>pending',
  ])
})

test('a pending deposit waits again, or expires, only once its payment is gone from the chain', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const quote = await quoteDeposit(app, member, { planId, amount: '1500', method: 'BITCOIN' })
  await payOnChain(app, quote, { blocks: 1 })

  const { pending } = DEPOSIT_COLUMNS
  const leave = (to: 'awaiting_payment' | 'expired', also = '') =>
    move('deposit', quote.id, pending, 'pending', `status = '${to}', ${DEPOSIT_COLUMNS[to]}${also}`)
  for (const to of ['awaiting_payment', 'expired'] as const)
    expect(await leave(to), to).toMatch('waits again only when its payments are gone')

  await database.owner.query(
    `update chain_sighting set gone_at = seen_at, block_height = null, block_hash = null,
      block_at = null`,
  )
  expect(await leave('awaiting_payment', ", proof_key = 'x'")).toMatch('waits again only when')
  for (const to of ['awaiting_payment', 'expired'] as const)
    expect(await leave(to), to).toBe('accepted')
})

test('what was approved changes in the approval alone, also on the way to another state', async () => {
  const { pending, approved, completed } = WITHDRAWAL_COLUMNS
  const rejectWithApproval = `status = 'rejected', ${APPROVAL}, closed_at = now(),
    closed_by = 'x', reason = 'x'`
  const moves: [from: string, columns: string, to: string][] = [
    ['pending', pending, rejectWithApproval],
    ['pending', pending, 'second_admin_from = 1000000'],
    ['pending', pending, APPROVAL],
    ['approved', approved, 'coin_amount = 2'],
    [
      'approved',
      approved,
      "status = 'completed', closed_at = now(), closed_by = 'x', txid = 'x', fee = 1",
    ],
    [
      'approved',
      approved,
      "status = 'rejected', closed_at = now(), closed_by = 'x', reason = 'x', rate = 2",
    ],
    ['approved', approved, 'second_admin_from = 1'],
    ['completed', completed, "txid = 'y'"],
    ['completed', completed, "approval_id = 'x'"],
  ]

  for (const [from, columns, to] of moves)
    expect(await move('withdrawal', withdrawalId, columns, from, to), to).toMatch(
      /does not change|belongs to a pending/,
    )
})

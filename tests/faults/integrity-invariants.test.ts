import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariant } from '#lib/invariant.ts'
import { formatAmount } from '#lib/money.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { proposeUnfreeze } from '#modules/integrity/commands/propose-unfreeze.ts'
import { INVARIANTS, type Problem } from '#modules/integrity/model.ts'
import {
  findGoodCheck,
  listChecks,
  listCustodyProblems,
  listOpenProblems,
} from '#modules/integrity/queries.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { createIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { recordOutsideBalance } from '#modules/treasury/commands/record-outside-balance.ts'
import { listCustody } from '#modules/treasury/queries.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createFixedClock } from '#platform/clock.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { describeProblems } from '../support/ledger-load.ts'

const DAY_MS = 86_400_000
let testApp: TestApp
/** Where the last good check ended, and when. */
let after: bigint
let since: Date

/** Two admins let money move again. */
async function unfreezeLedger() {
  const { app } = testApp
  const { admin: ruth } = await createTestAdmin(app, { role: 'owner' })
  const { admin: ines } = await createTestAdmin(app, { role: 'finance' })
  const { id, contentHash } = await proposeUnfreeze(app, ruth, {
    reason: 'A test has caused this.',
  })

  await decideProposal(app, ines, { id, approve: true, contentHash })
}

/** Some of everything, half of it looked at before and half of it new. */
async function live() {
  const { app } = testApp
  const planId = (await createPublishedPlan(app)).id
  const { admin: ines } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)

  await createCompletedDeposit(app, member, ines, { planId, amount: '5000' })

  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  await requestWithdrawal(app, member, input)

  const second = await requestWithdrawal(app, member, input)
  await rejectWithdrawal(app, ines, { withdrawalId: second.id, reason: 'A test' })
  await postPromotion(member.id)
  await createMaturedPositions(member)
  await chainJournal(app)
}

async function postPromotion(name: string) {
  await runInTransaction(testApp.app.db, async (tx) => {
    const receipt = await createReceipt(tx, 'USD', 900n)
    const capital = transfer(`${name}/c`, 'capital_paid_in', 'custody:bank:USD', 'equity', 900n, {
      receipt,
    })
    const funded = transfer(`${name}/f`, 'promotion_funded', 'equity', 'promotion', 500n)

    await post(tx, await approveTransfers(tx, [capital, funded]))
    await post(tx, [
      transfer(`${name}/a`, 'adjusted', 'equity', `member:${name}:cash`, 5n, { reason: 'a test' }),
    ])
  })
}

/** Positions that matured yesterday, and income that pays $4 of what is due of the first. */
async function createMaturedPositions(member: Member) {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { id, planId } = await createPublishedPlan(app, {
    name: `SHORT ${member.id.slice(-5)}`,
    termDays: 1,
  })

  await createCompletedDeposit(app, member, admin, { planId: id, amount: '1000' })

  const unpaid = await createPublishedPlan(app, {
    name: `UNPAID ${member.id.slice(-5)}`,
    termDays: 1,
  })
  await createCompletedDeposit(app, member, admin, { planId: unpaid.id, amount: '1000' })
  await createIncome(app, { planId, cents: 400n })
  app.clock.setOffsetDays(app.clock.offsetDays() + 1)
  await settleDays(app)
}

beforeAll(async () => {
  testApp = await createTestApp()
  await createTestAdmin(testApp.app, { role: 'owner' })
  await live()

  expect(await checkIntegrity(testApp.app)).toMatchObject({ whole: true, problems: [] })

  await testApp.database.owner.query(`insert into anchor select '2026-11-20', block,
    last_seq, encode(hash, 'hex'), ledger.owed_at_seq(last_seq), now()
    from ledger.chain_block order by block desc limit 1`)
  await live()

  const good = await findGoodCheck(testApp.app.db)
  after = good?.uptoSeq ?? 0n
  since = good?.startedAt ?? new Date()
}, 180_000)
afterAll(async () => {
  expect(await describeProblems(testApp.database), 'nothing of it stayed').toBe('')
  await testApp.close()
})

/**
 * Returns the invariants that each check finds broken after a superuser, with triggers off, has
 * done this. The change is undone.
 */
async function findBrokenInvariants(tampering: string) {
  const client = await testApp.database.owner.connect()
  const numbers = async (check: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ invariant: number }>(
      `select invariant from ${check}`,
      values,
    )
    return [...new Set(rows.map((row) => row.invariant))].sort((a, b) => a - b)
  }

  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(tampering)
    await client.query('set local role candor_app')

    return {
      minute: await numbers('check_since($1, $2)', [after, since]),
      night: await numbers('check_everything()'),
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const last = (where: string) => `id = (select max(id) from ledger.journal where ${where})`
const formatAccountSql = (where: string, side: 'debit' | 'credit') =>
  `id = (select ${side} from ledger.journal where ${last(where)})`
const again = (where: string, columns: string) =>
  `insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount,
    debit_balance, credit_balance, effective_date, reference, actor, reason)
   select ${columns} from ledger.journal where ${last(where)}`
const unfenced = 'alter domain ledger.stored_balance drop constraint never_overdrawn;'

const WRONGS: [invariant: number, what: string, tampering: string][] = [
  [
    1,
    'an account becomes another currency',
    `update ledger.account set currency = 'BTC' where
      ${formatAccountSql("transfer_type = 'withdrawal_held'", 'credit')}`,
  ],
  [
    2,
    'a stored balance grows',
    `update ledger.account set balance = balance + 1 where
      ${formatAccountSql("transfer_type = 'withdrawal_held'", 'credit')}`,
  ],
  [
    2,
    'a running balance jumps',
    `update ledger.journal set credit_balance = credit_balance + 1 where
      ${last("transfer_type = 'deposit_confirmed' and credit_balance is not null")}`,
  ],
  [
    3,
    'a non-negative account goes below zero',
    `${unfenced} update ledger.account set balance = -1 where
      ${formatAccountSql("transfer_type = 'withdrawal_held'", 'credit')}`,
  ],
  [
    4,
    'more returns are paid than income was recorded',
    `${unfenced}
    ${again("transfer_type = 'return_paid'", 'gen_random_uuid(), transfer_type, debit, credit, amount, -amount, credit_balance + amount, ' + 'effective_date, reference, actor, reason')};
    update ledger.account set balance = -400 where ${formatAccountSql("transfer_type = 'return_paid'", 'debit')}`,
  ],
  [
    4,
    'more fell due than had accrued',
    `update position set return_due = return_due + 1 where matured_on is not null;
    update owed_return set cents = cents + 1`,
  ],
  [
    4,
    'a position has another target than its version',
    'update position set target_bps = target_bps + 1 where matured_on is null',
  ],
  [
    4,
    'a version has other terms than were proposed',
    `update plan_version set target_bps = target_bps + 1;
    update position set target_bps = target_bps + 1`,
  ],
  [4, 'an income names another source', "update plan_income set source = 'another'"],
  [
    4,
    'a payout is another member’s',
    `update ledger.journal set credit = (select min(a.id) from ledger.account a
      where a.account_type = 'member_profit' and a.id <> journal.credit)
     where ${last("transfer_type = 'return_paid'")}`,
  ],
  [
    6,
    'a deposit says that more coin arrived than it credited',
    "update deposit set received = received * 3 where status = 'completed'",
  ],
  [6, 'a withdrawal goes to another address', "update withdrawal set address = 'another'"],
  [
    10,
    'a reward is paid that no reward row knows',
    again(
      "transfer_type = 'adjusted'",
      "gen_random_uuid(), 'reward_paid', (select id from ledger.account where code = 'promotion'), credit, 1, " +
        "0, credit_balance, effective_date, 'rwd_nothing', actor, null",
    ),
  ],
  [
    11,
    'money of one member becomes another’s',
    `update ledger.journal set credit = (select min(a.id) from ledger.account a
      where a.account_type = 'member_hold_cash' and a.id <> journal.credit)
     where ${last("transfer_type = 'withdrawal_held'")}`,
  ],
  [4, 'a payout grows', 'update payout set cents = cents + 1'],
  [4, 'a payout is gone', 'delete from payout'],
  [4, 'less is owed than fell due and was not paid', 'update owed_return set cents = cents - 1'],
  [
    4,
    'what fell due and was not paid is not owed',
    'delete from owed_return where position_id not in (select position_id from payout)',
  ],
  [4, 'what is owed is owed to another member', "update owed_return set member_id = 'mem_other'"],
  [
    4,
    'what is owed waits behind another day',
    'update owed_return set matured_on = matured_on + 1',
  ],
  [
    4,
    'a return is paid that no distribution knows',
    again(
      "transfer_type = 'return_paid'",
      'gen_random_uuid(), transfer_type, debit, credit, amount, debit_balance, credit_balance, ' +
        "effective_date, 'pos_nobody', actor, reason",
    ),
  ],
  [
    4,
    'a payout has another amount in the journal',
    `update ledger.journal set amount = amount - 1 where ${last("transfer_type = 'return_paid'")}`,
  ],
  [
    4,
    'a distribution ended with less than its income',
    'update distribution set funded_cents = funded_cents - 1, done_paid = done_paid - 1',
  ],
  [
    4,
    'a distribution that runs says that it paid less',
    'update distribution set ended_at = null, done_paid = done_paid - 1 where id = (select ' +
      'max(id) from distribution)',
  ],
  [4, 'an income pays more than it says', 'update distribution_income set cents = cents + 1'],
  [4, 'an income forgets that it was used', 'update plan_income set used_cents = used_cents - 1'],
  [
    5,
    'the reason of a chained row is rewritten',
    `update ledger.journal set reason = 'x' where ${last("transfer_type = 'adjusted'")}`,
  ],
  [
    5,
    'a link of the chain is cut',
    'update ledger.chain_block set previous_hash = sha256(hash) where block = (select ' +
      'max(block) from ledger.chain_block)',
  ],
  [
    5,
    'a number is left out',
    'update ledger.chain_run set first_seq = first_seq + 1 where first_seq = (select ' +
      'max(first_seq) from ledger.chain_run)',
  ],
  [
    6,
    'a deposit is completed without its event',
    `delete from ledger.journal where ${last("transfer_type = 'deposit_confirmed' and credit_balance is not null")}`,
  ],
  [
    6,
    'a deposit says that it credited more',
    'update deposit set credited = credited + 1 where decided_at = (select max(decided_at) ' +
      'from deposit)',
  ],
  [
    6,
    'a deposit has no position any more',
    'delete from position where id = (select max(id) from position)',
  ],
  [
    6,
    'a rejected withdrawal never gave back',
    `update withdrawal set status = 'cancelled', reason = null, closed_at = now(), closed_by =
      'x' where status = 'pending'`,
  ],
  [
    6,
    'a withdrawal is open although it was given back',
    `update withdrawal set status = 'pending', reason = null, closed_at = null, closed_by = null
      where status = 'rejected'`,
  ],
  [5, 'an anchored block is another', "update anchor set hash = repeat('0', 64)"],
  [
    6,
    'the journal has a deposit that the deposits don’t have',
    `update deposit set id = 'dep_00000000000000000000' where id = (select reference from
      ledger.journal where ${last("transfer_type = 'deposit_confirmed'")})`,
  ],
  [7, 'an anchor published another sum', 'update anchor set owed = owed - 1'],
  [
    8,
    'an event is posted twice',
    `alter table ledger.journal drop constraint journal_idempotency_key_key;
      ${again("transfer_type = 'adjusted'", 'idempotency_key, transfer_type, debit, credit, amount, debit_balance, credit_balance, effective_date, ' + 'reference, ' + 'actor, reason')}`,
  ],
  [
    9,
    'a position holds more than the books',
    'update position set principal_cents = principal_cents + 1, remaining_cents = ' +
      "remaining_cents + 1 where status = 'open'",
  ],
  [
    10,
    'more is spent on promotion than was funded',
    `${unfenced}
    ${again("transfer_type = 'promotion_funded'", "gen_random_uuid(), 'promotion_returned', credit, debit, 100000, -99000, 100000, " + 'effective_date, reference, actor, reason')};
    update ledger.account set balance = -99000 where code = 'promotion'`,
  ],
  [
    11,
    'a row has no actor',
    `alter domain ledger.actor_name drop constraint actor_is_named; update ledger.journal set
      actor = '' where ${last("transfer_type = 'withdrawal_held'")}`,
  ],
  [
    11,
    'an adjustment has no reason',
    `update ledger.journal set reason = null where ${last("transfer_type = 'adjusted'")}`,
  ],
  [
    11,
    'a movement is of a kind that never moves so',
    `update ledger.journal set transfer_type = 'reward_paid' where ${last("transfer_type = 'withdrawal_held'")}`,
  ],
  [
    11,
    'a row lost the approval that it needs',
    `update ledger.journal set approval = null where ${last("transfer_type = 'income_recorded'")}`,
  ],
]

describe('each broken invariant is found by the check of each minute and of each night', () => {
  test.each(WRONGS)('%i: %s', async (invariant, _what, tampering) => {
    const { minute, night } = await findBrokenInvariants(tampering)
    expect(minute, 'each minute').toContain(invariant)
    expect(night, 'each night').toContain(invariant)
  })

  test('each of the eleven invariants of the ledger itself is broken here', () => {
    const mutatedInvariants = new Set(WRONGS.map(([invariant]) => invariant))
    expect(
      Object.keys(INVARIANTS)
        .map(Number)
        .filter((number) => !mutatedInvariants.has(number)),
    ).toEqual([12, 13])
  })

  test('untouched, nothing is found (control)', async () => {
    expect(await findBrokenInvariants('select 1')).toEqual({ minute: [], night: [] })
  })
})

test('a differing outside balance without a break is reported and stops no money', async () => {
  const client = await testApp.database.owner.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query('alter table outside_balance drop constraint outside_balance_check1')
  await client.query(`insert into outside_balance (id, account, units, as_of, source, stated_by,
    evidence, recorded_by, recorded_at, book_units)
    values ('osb_00000000000000000001', 'custody:bank:USD', 1, '2026-11-20', 'entered', 'bank',
    'statement', 'system', '2026-11-20', 9)`)
  await client.query('commit')

  expect((await checkIntegrity(testApp.app))?.problems).toMatchObject([
    { invariant: 12, subject: 'custody:bank:USD' },
  ])
  expect(await findFreeze(testApp.app.db)).toBeNull()

  await client.query(
    'begin; set local session_replication_role = replica; delete from outside_balance; commit',
  )
  client.release()
})

test('custody without a confirmed outside balance for a day is reported', async () => {
  const { app } = testApp
  const line = (await listCustody(app.db)).find(({ held }) => held !== 0n)
  invariant(line, 'something is held')

  expect(line.outside).toBeNull()

  const listLaterProblems = (ms: number) =>
    listCustodyProblems(app.db, new Date(line.openedAt.getTime() + ms))
  const filterProblems = (problems: Problem[]) =>
    problems.filter(({ subject }) => subject === line.account)
  expect(filterProblems(await listLaterProblems(DAY_MS))).toEqual([])
  expect(filterProblems(await listLaterProblems(DAY_MS + 1))).toEqual([
    {
      invariant: 12,
      problem: `holds ${line.held} without a confirmed outside balance`,
      subject: line.account,
    },
  ])

  const empty = (await listCustody(app.db))
    .filter(({ held }) => held === 0n)
    .map(({ account }) => account)
  expect(empty.length).toBeGreaterThan(0)

  const found = (await listLaterProblems(7 * DAY_MS)).map(({ subject }) => subject)
  expect(found.filter((subject) => empty.includes(subject))).toEqual([])

  const laterApp = {
    ...app,
    clock: createFixedClock(new Date(line.openedAt.getTime() + 2 * DAY_MS).toISOString()),
  }
  const check = await checkIntegrity(laterApp, { whole: true })
  expect(check?.problems.some(({ subject }) => subject === line.account)).toBe(true)
  expect(await findFreeze(app.db)).toBeNull()

  const { admin } = await createTestAdmin(app, { role: 'finance' })
  await recordOutsideBalance(app, admin, {
    account: line.account,
    evidence: 'The place’s own statement.',
    amount: formatAmount(line.held, line.currency),
  })

  expect(filterProblems(await listLaterProblems(7 * DAY_MS))).toEqual([])
})

test('a check begins where the last good one ended; a nightly check reads all', async () => {
  const minute = await checkIntegrity(testApp.app)
  expect(minute).toMatchObject({ whole: false, afterSeq: after, problems: [] })
  expect(await checkIntegrity(testApp.app)).toMatchObject({ afterSeq: minute?.uptoSeq })

  const storedChecks = await listChecks(testApp.app.db)
  expect(storedChecks[0]).toMatchObject({ uptoSeq: minute?.uptoSeq })
  expect(await checkIntegrity(testApp.app, { whole: true })).toMatchObject({
    whole: true,
    afterSeq: 0n,
    problems: [],
  })
})

test('a broken invariant freezes the ledger, notifies owners once, and stays found', async () => {
  const { app, database } = testApp
  const tamper = async (by: number) => {
    const client = await database.owner.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`update ledger.account set balance = balance + ${by} where code = 'equity'`)
    await client.query('commit')
    client.release()
  }

  await live()
  await tamper(1)

  const check = await checkIntegrity(app)
  expect(check?.problems).toEqual([
    { invariant: 2, problem: expect.stringContaining('the sum of its rows'), subject: 'equity' },
  ])
  expect(await findFreeze(app.db)).toMatchObject({ because: `Broken: ${INVARIANTS[2]} (2).` })
  expect((await checkIntegrity(app))?.problems).toHaveLength(1)

  const mails = (await listMail(app.db, {})).filter((mail) => mail.template === 'ledger-frozen')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.data.problems).toEqual([expect.stringContaining('equity')])
  expect(await listAuditEvents(app.db, { action: 'ledger.frozen' })).toHaveLength(1)
  expect(await listOpenProblems(app.db)).toHaveLength(1)

  await tamper(-1)
  expect((await checkIntegrity(app))?.problems).toEqual([])
  expect(await listOpenProblems(app.db), 'no problem has to be accepted').toEqual([])
  expect(await findFreeze(app.db), 'only two admins let money move again').not.toBeNull()

  await unfreezeLedger()
  expect(await findFreeze(app.db)).toBeNull()
})

test('a consistent journal that ends before a checked number stops money', async () => {
  const client = await testApp.database.owner.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`insert into integrity_check (whole, after_seq, upto_seq, started_at,
    finished_at, problems, accepted)
    select false, 0, max(last_seq) + 5, now(), now(), '[]', '[]' from ledger.chain_block`)
  await client.query('commit')
  client.release()

  const check = await checkIntegrity(testApp.app)
  expect(check).toMatchObject({ whole: true, problems: [{ invariant: 5, subject: 'journal' }] })
  expect(await findFreeze(testApp.app.db)).not.toBeNull()

  await unfreezeLedger()
})

test('an old problem stays found until a check that reads as far finds it no more', async () => {
  const { app, database } = testApp
  const one = (await database.owner.query('select position_id as id from payout limit 1')).rows[0]
    .id
  const tamper = (by: number) =>
    database.owner.query(`begin; set local session_replication_role = replica;
      update payout set cents = cents + ${by} where position_id = '${one}'; commit`)

  await checkIntegrity(app)
  await tamper(1)

  expect((await checkIntegrity(app, { whole: true }))?.problems.length).toBeGreaterThan(0)
  expect(await findFreeze(app.db)).not.toBeNull()

  await tamper(-1)

  const found = await listOpenProblems(app.db)
  expect(found.length).toBeGreaterThan(0)

  const atABreak = { invariant: 12, problem: 'differs outside', subject: 'custody:USD' }
  for (const problems of [[], [atABreak]]) {
    const { rows } = await database.pool.query('select * from record_check(false, $1, $2)', [
      app.clock.now(),
      JSON.stringify(problems),
    ])
    expect(rows).toMatchObject([{ id: expect.any(BigInt), whole: false, problems }])
    expect(await listOpenProblems(app.db)).toEqual(found)
  }

  expect((await checkIntegrity(app, { whole: true }))?.problems).toEqual([])
  expect(await listOpenProblems(app.db)).toEqual([])

  await unfreezeLedger()
})

test('an exception that two admins accepted is still found, and freezes no more', async () => {
  const check = await checkIntegrity(testApp.app)
  expect(check?.problems).toEqual([])
  expect(await findFreeze(testApp.app.db)).toBeNull()
})

test('a forged good check is refused, so no check begins behind what is wrong', async () => {
  const client = await testApp.database.owner.connect()
  const findGoodId = async () =>
    (await client.query("select max(id) as id from integrity_check where problems = '[]'")).rows[0]
      .id
  try {
    for (const whole of [true, false]) {
      await client.query('begin')
      await client.query('set local session_replication_role = replica')
      await client.query('update owed_return set cents = cents + 1')
      await client.query('update position set return_due = return_due + 1 where return_due > 0')
      await client.query('set local role candor_app')

      const good = await findGoodId()
      const { rows } = await client.query("select * from record_check($1, now(), '[]')", [whole])
      expect(rows[0].problems.length, 'the database finds them itself').toBeGreaterThan(0)
      expect(await findGoodId(), 'and records no good check').toBe(good)

      for (const forged of [
        'insert into integrity_check default values',
        "update integrity_check set problems = '[]'",
      ]) {
        await client.query('savepoint before')
        await expect(client.query(forged)).rejects.toMatchObject({ code: '42501' })
        await client.query('rollback to before')
      }

      await client.query('rollback')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a check continues where the last good one ended, and reaches as far as the chain', async () => {
  const { pool } = testApp.database
  const { rows } = await pool.query(
    "select * from record_check(false, now() + interval '1 year', '[]')",
  )
  const head = await pool.query(
    `select upto_seq as last, (select max(last_seq) from ledger.chain_block) as head
      from integrity_check where problems = '[]' and id < $1 order by id desc limit 1`,
    [rows[0].id],
  )

  expect(rows[0]).toMatchObject({ after_seq: head.rows[0].last, upto_seq: head.rows[0].head })
  await expect(pool.query('insert into integrity_check default values')).rejects.toMatchObject({
    code: '42501',
  })
})

test('an outside problem is all that the caller adds to a check', async () => {
  const outside = [
    { invariant: 12, problem: 'differs outside', subject: 'custody:USD' },
    { invariant: 5, problem: 'made up', subject: 'journal' },
  ]
  const { rows } = await testApp.database.pool.query(
    "select problems from record_check(false, now() + interval '2 years', $1)",
    [JSON.stringify(outside)],
  )
  expect(rows).toEqual([{ problems: [outside[0]] }])
})

test('a problem that two admins accept is still found, and freezes no more', async () => {
  const { app, database } = testApp
  const tamper = (by: number) =>
    database.owner.query(`begin; set local session_replication_role = replica;
      update ledger.account set balance = balance + ${by} where code = 'equity'; commit`)
  const check = async () => {
    const { problems = [], accepted = [] } = (await checkIntegrity(app, { whole: true })) ?? {}
    return { problems: problems.filter(({ invariant }) => invariant < 12), accepted }
  }

  await tamper(1)
  const { problems } = await check()
  expect(problems.length).toBeGreaterThan(0)
  expect(await findFreeze(app.db)).not.toBeNull()

  await unfreezeLedger()
  expect(await check()).toEqual({ problems: [], accepted: problems })
  expect(await findFreeze(app.db)).toBeNull()

  await tamper(-1)
  expect(await check()).toEqual({ problems: [], accepted: [] })
})

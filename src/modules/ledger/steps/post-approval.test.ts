import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { type Transfer, toMemberAccountCode } from '../model.ts'
import { listPostingRules, verifyLedger } from '../queries.ts'
import { approveTransfers, buildDepositTransfers, createReceipt, transfer } from '../testing.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

const ann = (subAccount: Parameters<typeof toMemberAccountCode>[1]) =>
  toMemberAccountCode('mem_ann', subAccount)
const bob = (subAccount: Parameters<typeof toMemberAccountCode>[1]) =>
  toMemberAccountCode('mem_bob', subAccount)

const postUnapproved = (...list: readonly Transfer[]) =>
  runInTransaction(database.db, (tx) => post(tx, list))
const insertReceipt = (currency: 'USD' | 'BTC', amount: bigint) =>
  runInTransaction(database.db, (tx) => createReceipt(tx, currency, amount))
const redeem = (event: string, amount: bigint) =>
  transfer(event, 'principal_redeemed', ann('principal'), ann('cash'), amount)

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    await openMemberAccounts(tx, 'mem_bob')
  })

  const receipt = await insertReceipt('BTC', 100n)
  await postUnapproved(
    ...buildDepositTransfers('d1', 'mem_ann', 'BTC', 100n, 5000n, receipt),
    transfer('d1/open', 'position_opened', ann('cash'), ann('principal'), 5000n),
  )
})
afterAll(async () => {
  expect(await verifyLedger(database.db), 'the ledger verifies after all tests').toEqual([])
  await database.close()
})

const getOutcomeWithoutApproval = (...list: readonly Transfer[]) =>
  postUnapproved(...list).then(
    () => 'posted',
    (error) => error.code as string,
  )
const approveList = (list: Transfer[], by?: Parameters<typeof approveTransfers>[2]) =>
  runInTransaction(database.db, (tx) => approveTransfers(tx, list, by))
const adjustment = (event: string, amount: bigint) =>
  transfer(event, 'adjusted', 'equity', ann('cash'), amount, { reason: 'Correction of an error' })

test('A type that needs an approval posts once with one and never without.', async () => {
  const receipt = await insertReceipt('USD', 700_000n)
  const createCapitalTransfer = (event: string, amount: bigint) =>
    transfer(event, 'capital_paid_in', 'custody:bank:USD', 'equity', amount, { receipt })
  expect(await getOutcomeWithoutApproval(createCapitalTransfer('ap1', 700_000n))).toBe(
    'approval_needed',
  )
  expect(
    await getOutcomeWithoutApproval({
      ...createCapitalTransfer('ap1', 700_000n),
      approval: 'prp_unknown',
    }),
  ).toBe('approval_needed')

  const list = await approveList([createCapitalTransfer('ap1', 700_000n)])
  expect(await getOutcomeWithoutApproval(...list)).toBe('posted')
  expect((await postUnapproved(...list)).map((row) => row.replay)).toEqual([true])
})

test('An approval covers exactly one amount, account, reason and event.', async () => {
  const [leg] = (await approveList([adjustment('ap2', 200_000n)])) as [Transfer]
  for (const change of [
    { amount: 200_001n },
    { credit: bob('cash') },
    { reason: 'another' },
    { idempotencyKey: 'ap2/again' },
    { reference: 'elsewhere' },
  ])
    expect(
      await getOutcomeWithoutApproval({ ...leg, ...change }),
      JSON.stringify(Object.keys(change)),
    ).toBe('approval_needed')

  expect(await getOutcomeWithoutApproval(leg, { ...redeem('ap2/more', 1n) })).toBe(
    'approval_needed',
  )
  expect(await getOutcomeWithoutApproval(leg)).toBe('posted')
  expect(await getOutcomeWithoutApproval({ ...leg, idempotencyKey: 'ap2/twice' })).toBe(
    'approval_needed',
  )
})

test('An adjustment below the threshold needs no approval.', async () => {
  expect(await getOutcomeWithoutApproval(adjustment('ap3', 99_999n))).toBe('posted')
  expect(await getOutcomeWithoutApproval(adjustment('ap4', 100_000n))).toBe('approval_needed')
})

test('The database rejects approvals by the proposer, of other content or out of time.', async () => {
  const list = [adjustment('ap5', 300_000n)]
  const getRejection = (by: Parameters<typeof approveTransfers>[2]) =>
    approveList(list, by).then(
      () => 'approved',
      (error) => error.code,
    )

  expect(await getRejection({ proposes: 'adm_one', decides: 'adm_one' })).toBe('AP004')

  const decide = (approve: boolean, shown: string, at: string, reason: string | null) =>
    database.pool
      .query(
        "select approvals.decide('prp_00000000000000000005', $1, sha256($2), 'adm_two', " +
          "'Two', $3, $4)",
        [approve, Buffer.from(shown), at, reason],
      )
      .then(
        () => 'decided',
        (error) => error.code,
      )

  expect(await decide(true, '{}', '2026-01-01', null)).toBe('AP001')

  await database.pool.query(`select approvals.propose('prp_00000000000000000005',
    'capital.record', 'test', '{}', null,
    'adm_one', 'One', '2026-01-01', '2026-01-02')`)
  expect(await decide(true, '{"other":1}', '2026-01-01', null)).toBe('AP003')
  expect(await decide(true, '{}', '2026-01-02', null)).toBe('AP005')
  expect(await decide(false, '{}', '2026-01-02', null)).toBe('23514')
  expect(await decide(false, '{}', '2026-01-02', 'too late')).toBe('decided')
  expect(await decide(true, '{}', '2026-01-01', null)).toBe('AP002')
})

test.each([
  ['a rejection', "approved = false, reason = 'no'"],
  ['a decision of the proposer', "decided_by = 'adm_one'"],
])('A decision that was altered to %s posts nothing.', async (_, change) => {
  const [leg] = (await approveList([adjustment(`ap8/${change}`, 300_000n)])) as [Transfer]
  await database.owner.query(
    `alter table approvals.decision disable trigger append_only;
     update approvals.decision set ${change} where proposal = '${leg.approval}';
     alter table approvals.decision enable trigger append_only`,
  )

  expect(await getOutcomeWithoutApproval(leg)).toBe('approval_needed')
})

test('The approval of a loss counts once, though it covers the loss under any event.', async () => {
  const createLoss = (event: string) =>
    transfer(event, 'loss_recorded', ann('principal'), 'custody:bank:USD', 10n, {
      reference: 'loss',
      reason: 'A loss',
    })
  const [leg] = (await approveList([createLoss('ls1')])) as [Transfer]

  expect(await getOutcomeWithoutApproval({ ...leg, idempotencyKey: 'ls2' })).toBe('posted')
  expect(await getOutcomeWithoutApproval(leg)).toBe('approval_needed')
})

test('Concurrent posts with one approval post once.', async () => {
  const [leg] = (await approveList([adjustment('ap6', 400_000n)])) as [Transfer]
  const results = await Promise.all(Array.from({ length: 8 }, () => postUnapproved(leg)))
  expect(results.filter(([row]) => row?.replay === false)).toHaveLength(1)
})

test('The approval threshold can be lowered and never raised.', async () => {
  const getApprovalThreshold = async (kind = 'adjusted') =>
    (await listPostingRules(database.db)).find((rule) => rule.transferType === kind)?.approvalFrom
  await database.pool.query("select ledger.tighten_approval('adjusted', 500000)")

  expect(await getApprovalThreshold()).toBe(100_000n)

  await database.pool.query("select ledger.tighten_approval('adjusted', 0)")
  expect(await getApprovalThreshold()).toBe(0n)
  expect(await getOutcomeWithoutApproval(adjustment('ap7', 5n))).toBe('approval_needed')
  expect(await getApprovalThreshold('suspense_matched')).toBeNull()

  await database.pool.query("select ledger.tighten_approval('suspense_matched', 1000)")
  const receipt = await insertReceipt('USD', 2000n)
  const createMatch = (event: string) =>
    transfer(event, 'suspense_matched', 'suspense:USD', ann('cash'), 600n)
  await postUnapproved(
    transfer('sp1', 'suspense_received', 'custody:bank:USD', 'suspense:USD', 2000n, { receipt }),
    createMatch('sp2'),
  )
  expect(await getOutcomeWithoutApproval(createMatch('sp3'), createMatch('sp4'))).toBe(
    'approval_needed',
  )

  await database.pool.query("select ledger.tighten_approval('suspense_matched', 0)")
  expect(await getApprovalThreshold('suspense_matched')).toBe(0n)
})

test('Posting is rejected in an isolation level that reads an older state.', async () => {
  const [leg] = (await approveList([adjustment('rr1', 400_000n)])) as [Transfer]
  const staleTransaction = database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => post(tx, [leg]))
  await expect(staleTransaction).rejects.toMatchObject({ code: 'LG017' })
})

test('The threshold applies to the sum of a list, and a blank reason is rejected.', async () => {
  await database.owner.query(`alter table ledger.approval_rule disable trigger append_only;
    delete from ledger.approval_rule where transfer_type = 'adjusted' and from_amount = 0;
    update ledger.posting_rule set approval_from = 100000 where transfer_type = 'adjusted'`)

  const adjustments = Array.from({ length: 9 }, (_, n) => adjustment(`sm/${n}`, 99_999n))
  expect(await getOutcomeWithoutApproval(...adjustments)).toBe('approval_needed')
  expect(await getOutcomeWithoutApproval({ ...adjustment('sm/x', 5n), reason: '  ' })).toBe('LG009')
})

test('A type without an approval action can’t be made to need one.', async () => {
  const tighten = (kind: string, from: number) =>
    database.pool.query('select ledger.tighten_approval($1, $2)', [kind, from]).then(
      () => 'tightened',
      (error) => error.code,
    )

  expect(await tighten('withdrawal_held', 0)).toBe('LG004')
  expect(await tighten('adjusted', -1)).toBe('LG004')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createTestAdmin, createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { createPosition, createPublishedPlan } from '#modules/plans/testing.ts'
import { closeOwnAccount } from '#modules/portfolio/commands/close-own-account.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { verifyProofFile } from '../../../../scripts/verify-proof.mjs'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { verifyAnySignature } from '../adapters/log-keys.ts'
import {
  checkProofFile,
  LIABILITY_KINDS,
  MIN_SLIPS,
  parseFileKeys,
  parseManifest,
} from '../model.ts'
import { findPublishedEpoch } from '../queries/liabilities.ts'
import { buildProofFile } from '../queries/proofs.ts'
import { proveLiabilities } from './prove-liabilities.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  for (const cents of [12_345n, 990_001n, 7n]) await createFunded(cents)
})
afterAll(() => testApp.close())

async function createFunded(cents: bigint) {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: cents })
  return member
}
async function prove() {
  await chainJournal(testApp.app)
  await proveLiabilities(testApp.app)
  const epoch = await findPublishedEpoch(testApp.app.db)
  if (!epoch?.manifest) throw new Error('nothing is published')
  return { epoch, manifest: parseManifest(epoch.manifest) }
}

/** Runs something while no tree can be stored completely. */
async function breakTiles(run: () => Promise<unknown>) {
  const { owner } = testApp.database
  await owner.query(`create function break_tiles() returns trigger language plpgsql as
    $$ begin if new.level = 0 then raise exception 'killed'; end if; return new; end $$`)
  await owner.query(`create trigger break_tiles before insert on liability_tile
    for each row execute function break_tiles()`)
  await run()
  await owner.query('drop function break_tiles cascade')
}
const countAccounts = async (id: string): Promise<number> =>
  (
    await testApp.database.owner.query(
      'select count(*)::int as n from liability_account where member_id = $1',
      [id],
    )
  ).rows[0].n

test('The proof of a day is published once, with the totals of the journal and five slips a value', async () => {
  const { app } = testApp
  expect(await findPublishedEpoch(app.db)).toBeNull()
  const { epoch, manifest } = await prove()
  expect(manifest.totals.cash).toBe(12_345n + 990_001n + 7n)
  expect(Math.min(...manifest.ranges.map(({ count }) => count))).toBeGreaterThanOrEqual(MIN_SLIPS)

  await createFunded(100n)
  expect((await prove()).epoch).toEqual(epoch)
})

test('A member’s file is accepted by both checks, by the amounts of the ledger', async () => {
  const { app } = testApp
  app.clock.advance(DAY_MS)
  const member = await createFunded(500_000n)
  const version = await createPublishedPlan(app)
  await createPosition(app, { memberId: member.id, version, principal: 120_055n })
  const { epoch } = await prove()

  const file = await buildProofFile(app, member.id)
  const { cash, principal, profit, holdCash, holdProfit } = await getMemberBalances(
    app.db,
    member.id,
  )
  const amounts = { cash, invested: principal, profit, pending: holdCash + holdProfit, due: 0n }
  const checked = checkProofFile(file, {
    email: member.email,
    amounts,
    ...parseFileKeys(file),
    verify: verifyAnySignature,
  })
  expect(checked.manifest.day).toBe(epoch.day)
  expect(checked.checkpoint.signatures).toHaveLength(2)

  const offline = verifyProofFile(JSON.stringify(file), {
    email: member.email,
    amounts: Object.fromEntries(LIABILITY_KINDS.map((kind) => [kind, String(amounts[kind])])),
    keys: file.vkeys,
  })
  expect(offline.checkpoint.signers).toHaveLength(2)
  await expect(buildProofFile(app, 'mem_00000000000000000000')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('Rows that are chained after the number of the proof are not in it', async () => {
  const { app } = testApp
  app.clock.advance(DAY_MS)
  const member = await createFunded(300n)
  await chainJournal(app)
  await fundMember(app, member.id, { cash: 50n })
  await proveLiabilities(app)
  expect((await buildProofFile(app, member.id)).amounts.cash).toBe('300')
})

test('A run that was killed after half of the tree is continued to the same root', async () => {
  const { app, database } = testApp
  app.clock.advance(DAY_MS)
  await chainJournal(app)
  await breakTiles(() => expect(proveLiabilities(app)).rejects.toThrow('killed'))

  const day = app.clock.today()
  const begun = await database.pool.query('select id from liability_epoch where day = $1', [day])
  const { epoch } = await prove()
  expect(epoch.id).toBe(begun.rows[0].id)
})

test('Nothing is published whose total is not that of the journal', async () => {
  const { app, database } = testApp
  app.clock.advance(DAY_MS)
  const before = await findPublishedEpoch(app.db)
  await database.owner.query(`create function lose_a_cent() returns trigger language plpgsql as
    $$ begin new.cash = greatest(new.cash - 1, 0); return new; end $$`)
  await database.owner.query(`create trigger lose_a_cent before insert on liability_account
    for each row execute function lose_a_cent()`)
  await expect(proveLiabilities(app)).rejects.toThrow('as the journal')
  await database.owner.query('drop trigger lose_a_cent on liability_account')
  expect(await findPublishedEpoch(app.db)).toEqual(before)
})

test('A published proof never changes, and old ones store no amounts of members', async () => {
  const { app, database } = testApp
  for (let day = 0; day < 3; day++) {
    app.clock.advance(DAY_MS)
    await prove()
  }
  const stored = await database.pool.query(
    'select count(distinct epoch_id)::int as n from liability_account',
  )
  expect(stored.rows[0].n).toBe(2)
  const refuse = (statement: string) => expect(database.owner.query(statement)).rejects.toThrow()
  await refuse(`update liability_epoch set manifest = '{}'`)
  await refuse('delete from liability_epoch')
  await refuse(`insert into liability_epoch select 'lia_' || repeat('0', 20), day, seq,
    nonce_secret, begun_at from liability_epoch limit 1`)
})

test('Closing an account erases what its proofs store', async () => {
  const { app, database } = testApp
  app.clock.advance(DAY_MS)
  const member = await createFunded(100n)
  await prove()
  expect(await countAccounts(member.id)).toBe(1)
  await database.owner.query(
    `update member set status = 'closed', closed_at = now(), email = id || '@closed.invalid',
      country = 'ZZ', phone_number = '' where id = $1`,
    [member.id],
  )
  expect(await countAccounts(member.id)).toBe(0)
})

test('A proof that is being made while an owed member withdraws and closes is published with its totals, and erases them', async () => {
  const { app, database } = testApp
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 50_000n })
  app.clock.advance(DAY_MS)
  await chainJournal(app)
  await breakTiles(() => expect(proveLiabilities(app)).rejects.toThrow('killed'))

  const input = { amount: '500', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, member, input)
  await approveReviewed(app, admin, id)
  await markPaid(app, admin, { withdrawalId: id, txid: 'ab'.repeat(32) })
  await closeOwnAccount(app, member, {
    password: SAMPLE_PASSWORD,
    confirmation: 'close my account',
  })
  expect(await countAccounts(member.id), 'the proof needs its amounts').toBe(1)

  const { manifest } = await prove()
  const { rows } = await database.owner.query(
    `select sum(balance)::text as cents from ledger.account where account_type = 'member_cash'`,
  )
  expect(manifest.totals.cash).toBe(BigInt(rows[0].cents) + 50_000n)
  expect(await countAccounts(member.id)).toBe(0)
})

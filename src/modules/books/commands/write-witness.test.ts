import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkActs } from '#modules/audit/commands/link-acts.ts'
import { findChainHead } from '#modules/audit/queries.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { arrived, depositOf } from '#modules/ledger/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { jobs } from '../jobs.ts'
import { type Witness, witnessOf, witnessText } from '../model.ts'
import { listWitnesses, listWitnessProblems } from '../queries.ts'
import { writeWitness } from './write-witness.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp({ at: '2026-11-20T00:05:00Z' })
  for (const role of ['owner', 'viewer'] as const) await anAdmin(house.app, { role })
})
afterAll(() => house.close())

const deposit = async () => {
  const { member } = await aMember(house.app)
  await inTransaction(house.app.db, async (tx) => {
    await openMemberAccounts(tx, member.id)
    await post(tx, depositOf(member.id, member.id, 'BTC', 9n, 500n, await arrived(tx, 'BTC', 9n)))
  })
  await sealJournal(house.app)
}
const headOfActs = async () => {
  const { place, hash } = await findChainHead(house.app.db)
  return { place, hash }
}
const fileOf = async (day: string) =>
  witnessOf(new TextDecoder().decode(await house.app.witnesses.read(day)))

test('nothing is told before anything is sealed', async () => {
  expect(await writeWitness(house.app)).toBeNull()
  expect(await listWitnesses(house.app.db)).toEqual([])
})

test("a day's head is told once: as a file, and by mail to everybody of the staff", async () => {
  await deposit()
  await linkActs(house.app)

  const told = (await writeWitness(house.app)) as Witness
  expect(told).toMatchObject({ day: '2026-11-20', block: 1n, seq: 2n, owed: 500n })
  expect(await fileOf('2026_11_20')).toEqual(told)

  await deposit()
  expect(await writeWitness(house.app)).toEqual(told)

  const { cron } = jobs.find(({ name }) => name === 'books-witness') ?? {}
  expect(cron, 'tried again each hour, for a night when nobody worked').toBe('5 * * * *')

  const mails = await listMail(house.app.db, { template: 'books-witness' })
  expect(mails).toHaveLength(2)
  expect(told.acts).toEqual(await headOfActs())
  expect(mails[0]?.data).toMatchObject({ hash: told.hash, seq: '2', actsHash: told.acts?.hash })

  house.app.clock.advance(86_400_000)
  expect(await writeWitness(house.app)).toMatchObject({ day: '2026-11-21', block: 2n, owed: 1000n })
})

test('what was told once holds, also when the database forgot it', async () => {
  const [today] = await listWitnesses(house.app.db)
  await house.database.owner.query(
    'begin; set local session_replication_role = replica; delete from books_witness where ' +
      "day = '2026-11-21'; commit",
  )
  await deposit()

  expect(await writeWitness(house.app)).toEqual(today)
})

test('a chain that was cut off, rewritten or owes something else differs from what was told', async () => {
  const witnesses = await listWitnesses(house.app.db)
  const problemsOf = (change: Partial<Witness>) =>
    listWitnessProblems(
      house.app.db,
      witnesses.map((witness) => ({ ...witness, ...change })),
    )

  expect(await problemsOf({})).toEqual([])
  expect((await problemsOf({ hash: '0'.repeat(64) }))[0]).toMatchObject({
    invariant: 5,
    subject: 'witness of 2026-11-21',
  })
  expect((await problemsOf({ block: 99n }))[0]?.problem).toContain('the chain ends with block 3')
  expect((await problemsOf({ owed: 1n }))[0]).toMatchObject({ invariant: 7 })
})

test('newest acts that somebody took away together with their places differ from what was told', async () => {
  const [told] = await listWitnesses(house.app.db)
  expect(told?.acts).not.toBeNull()

  await house.database.owner.query(
    `begin; set local session_replication_role = replica; delete from audit_link where place =
      ${told?.acts?.place};
     delete from audit_act where sequence = (select max(sequence) from audit_act); commit`,
  )

  expect(await listWitnessProblems(house.app.db, told ? [told] : [])).toMatchObject([
    { invariant: 13, problem: expect.stringContaining('the record of acts ends with place') },
  ])
})

test('a witness goes to a file and back unchanged; anything else is none', () => {
  const witness = {
    day: '2026-11-20',
    block: 5n,
    seq: 7n,
    hash: 'a'.repeat(64),
    owed: 9n,
    toldAt: new Date(0),
    acts: { place: 3n, hash: 'b'.repeat(64) },
  }

  for (const one of [witness, { ...witness, acts: null }])
    expect(witnessOf(witnessText(one))).toEqual(one)

  for (const text of [
    '',
    witnessText(witness).replace('bbbb', 'zzzz'),
    'null',
    '{}',
    witnessText(witness).replace('aaaa', 'zzzz'),
  ])
    expect(witnessOf(text)).toBeNull()
})

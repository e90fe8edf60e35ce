import { HOUR_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { fundPromotion } from '#modules/affiliates/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { recordObservedPayment } from '#modules/deposits/commands/record-observed-payment.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, openTestSession } from '#modules/identity/testing.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import {
  createApprovedIncome,
  createEvidencePicture,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { fundCapital, fundFees } from '#modules/treasury/testing.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { restampMode } from '../database.ts'
import { type TestServer, testServer } from '../http.ts'
import { changeUnguarded, followTestClock, setDatabaseClock } from './database-clock.ts'

/** Three numbers that pick what a step is about, and how much. */
export type Numbers = readonly [number, number, number]
export type Mode = 'sandbox' | 'live'
/** One malicious admin, or two of whom the second is too new to decide. Both have every right. */
export type Cast = { mode: Mode; rogues: 1 | 2 }

export type Rogue = Admin & { token: string; sessionId: string }

export type Statement = [text: string, values: unknown[]]

/**
 * What is approved and then stored or posted: with the content whose hash a decision is bound to, and
 * what the application's role runs then, with an approval or without.
 */
export type Matter = {
  permission: string
  subjectId: string
  content: Record<string, unknown>
  transfers?: Transfer[]
  apply(approval: string | null): Statement[]
}

export type World = {
  server: TestServer
  mode: Mode
  /** Whom the sequence is about; the second one is new in a cast of two. */
  rogues: [Rogue, Rogue]
  /** Another owner, who does nothing. */
  honest: Admin
  mules: [Member, Member]
  plan: PlanVersion
  evidence: Uint8Array
  /** When the sequence began. */
  since: Date
  /** What was proposed by SQL in this sequence. */
  matters: { id: string; kind: string; matter: Matter }[]
}

const DOLLARS = 100_000_000n
const ADDRESSES = [
  ['BITCOIN', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['ETHERIUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['USDT', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
]
/** Rows of a sequence are not those of the one before: everything that waits or is summed has ended. */
const BETWEEN_SEQUENCES_MS = 120 * HOUR_MS

/** Opens an installation with money, an owner who does nothing, two rogues and their two mules. */
export async function openWorld(mode: Mode): Promise<World> {
  const server = await testServer({
    mode,
    environment: { TRUST_PROXY: '1' },
    poolSize: 4,
  })
  const { database } = server
  // Live takes no simulated money: it is prepared as a sandbox, and goes live with it.
  const app: App = { ...server.app, config: { ...server.app.config, MODE: 'sandbox' } }
  await followTestClock(database.owner)
  await setDatabaseClock(database.owner, server.clock.now())

  const plan = await createPublishedPlan(app, {
    sample: false,
    minAmount: 10_000n,
    targetBps: 5_000,
    termDays: 3_650,
  })
  const mules = [(await server.asMember()).member, (await server.asMember()).member] as const
  for (const { id } of mules)
    await fundMember(app, id, { cash: DOLLARS, invested: 900_000n, planVersionId: plan.id })
  for (const member of mules) await saveWallets(app, member, { usdt: TEST_ADDRESS })
  await fundCapital(app, 'USD', DOLLARS)
  await fundCapital(app, 'BTC', DOLLARS)
  await fundPromotion(app, 1_000_000n)
  await fundFees(app, mules[0].id, 1_000_000n)

  const honest = (await createTestAdmin(app)).admin
  await createTestAdmin(app, { role: 'support' })
  const rogues = [await createTestAdmin(app), await createTestAdmin(app)] as const
  for (const member of mules) await createCreditedDeposit(app, member, honest, plan)
  for (const bankReference of ['SEPA income 1', 'SEPA income 2'])
    await createApprovedIncome(app, plan.planId, { bankReference })
  const factors = [...rogues.map(({ admin }) => admin), honest].map(({ id }) => buildPasskeyRow(id))
  const receiving = ADDRESSES.map(
    ([method, address]) => `insert into receiving_address values ('${createId('rad')}', '${method}',
      '${address}', '2026-01-01', 'test', '2026-01-01')`,
  )
  await changeUnguarded(database.owner, [...factors, ...receiving])

  if (mode === 'live') {
    await restampMode(database, 'live')
    await database.owner.query('select approvals.set_live()')
  }

  const world: World = {
    server,
    mode,
    rogues: rogues.map(({ admin, token, sessionId }) => ({ ...admin, token, sessionId })) as [
      Rogue,
      Rogue,
    ],
    honest,
    mules: [...mules],
    plan,
    evidence: await createEvidencePicture(),
    since: server.clock.now(),
    matters: [],
  }

  return world
}

/** A deposit that arrived as quoted and was confirmed: it can be reversed. */
async function createCreditedDeposit(app: App, member: Member, admin: Admin, plan: PlanVersion) {
  const quote = await quoteDeposit(app, member, { planId: plan.id, amount: '900', method: 'USDT' })
  await recordObservedPayment(app, admin, { depositId: quote.id })
  await confirmDeposit(app, admin, { depositId: quote.id })
}

const buildPasskeyRow = (personId: string) =>
  `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name,
      backed_up, added_at)
    values ('${createId('psk')}', '${personId}', '${createId('credential')}', decode(repeat('00', 40), 'hex'),
      0, '{}', 'Laptop', false, '2026-01-01')`

/**
 * Puts everything back that an earlier sequence may have changed, lets its windows end, and lets the
 * second rogue join at this moment in a cast of two.
 */
export async function beginSequence(world: World, { rogues }: Cast) {
  const { server, mules, honest } = world
  const { owner } = server.database
  await moveClock(world, BETWEEN_SEQUENCES_MS)
  world.since = server.clock.now()
  world.matters = []

  const now = `'${world.since.toISOString()}'`
  const joined = rogues === 2 ? now : "'2026-01-01'"
  const [first, second] = world.rogues.map(({ id }) => `'${id}'`)
  await changeUnguarded(owner, [
    'delete from setting where name in (select setting from setting_control)',
    'delete from setting_change',
    "delete from fee_terms where announced_by <> 'default'",
    "delete from receiving_address where changed_by <> 'test'",
    `update staff set role = 'owner', suspended_at = null, suspended_reason = null,
      decides_since = '2026-01-01', changed_at = '2026-01-01' where id in (${first}, '${honest.id}')`,
    `update staff set role = 'owner', suspended_at = null, suspended_reason = null,
      decides_since = ${joined}, changed_at = ${joined} where id = ${second}`,
    `update staff set suspended_at = coalesce(suspended_at, ${now}), suspended_reason = 'Left'
      where id not in (${first}, ${second}, '${honest.id}') and role <> 'support'`,
    `delete from passkey where person_id in ('${mules[0].id}', '${mules[1].id}', ${first}, ${second})`,
    'delete from authenticator',
    ...[...mules, ...world.rogues].map(({ id }) => buildPasskeyRow(id)),
    `update member set status = 'active', suspended_reason = null, review_on = null,
      withdrawals_frozen_until = null where status = 'suspended'`,
    `insert into setting values
      ('countries', '{"blocked": ["IR", "KP"]}', 'test', ${now}),
      ('pauses', '{"deposits": null, "withdrawals": null,
        "signUps": {"reason": "A test.", "since": "2026-01-01T00:00:00.000Z"}}', 'test', ${now})`,
    `insert into ledger.ledger_unfreeze select id, 'test ' || id, ${now} from ledger.ledger_freeze f
      where not exists (select from ledger.ledger_unfreeze u where u.freeze_id = f.id)`,
    'update ledger.state set frozen = false',
    'delete from outside_balance',
    'delete from reconciliation_break',
    'delete from rate_limit',
    'delete from approvals.key_end',
  ])

  for (const rogue of world.rogues) {
    const { token, sessionId } = await openTestSession(server.app, rogue)
    Object.assign(rogue, { token, sessionId })
  }
  await proveSessions(world)
}

/** Lets hours pass, for the application and for its database; the rogues sign in again. */
export async function moveClock(world: World, ms: number) {
  const { server } = world
  server.clock.advance(ms)
  await setDatabaseClock(server.database.owner, server.clock.now())
  await proveSessions(world)
}

/** The rogues have just proved who they are, by their second factor. */
const proveSessions = ({ server, rogues }: World) =>
  server.database.owner.query(
    `update session set last_used_at = $1, proved_at = $1, proved_by = 'passkey',
        idle_until = $1::timestamptz + interval '1 hour', ends_at = $1::timestamptz + interval '8 hours'
      where id = any ($2) and ended_at is null`,
    [server.clock.now(), rogues.map(({ sessionId }) => sessionId)],
  )

/** Reads as the owner of the database, who sees everything. */
export async function readColumn(
  world: World,
  text: string,
  values: unknown[] = [],
): Promise<string[]> {
  const { rows } = await world.server.database.owner.query({ text, values, rowMode: 'array' })
  return rows.map(([value]) => String(value))
}

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { openDb } from '#platform/db/db.ts'
import {
  buildDepositForm,
  callServer,
  findSmallestPlan,
  type Plan,
  type Quote,
} from '../support/call-server.ts'
import {
  killHard,
  type LaunchedProcess,
  launch,
  postgresProcesses,
  readOwnerUrl,
  scratchFolder,
} from '../support/launcher.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const ROUNDS = 50
const CLIENTS = 6
const STEPS_BEFORE_KILL = 24
const PASSWORD = 'open-books-2026'
const MEMBERS = ['maya@example.com', 'tomas@example.com']

type Step = 'quoted' | 'submitted' | 'confirmed'
/**
 * What the clients recorded outside the server: the steps of each deposit that were answered with
 * success.
 */
type AcknowledgedSteps = Map<string, Set<Step>>
type Work = { id: string; member: string }

const scratch = scratchFolder()
const dataDir = join(scratch.path, 'data')
const tokens = new Map<string, string>()
let plan: Plan
let proof: Uint8Array<ArrayBuffer>
let server: LaunchedProcess
/** What the sandbox was seeded with: its deposits, and what members were owed. */
let seeded = { ids: new Set<string>(), owed: 0n }

beforeAll(async () => {
  proof = Uint8Array.from(await createProofPicture())
  await createSeededFolder(dataDir)
  server = await restartServer()
  for (const email of MEMBERS) tokens.set(email, await signIn('/api/user/login', email))
  tokens.set('staff', await signIn('/api/admin/login', 'ines@example.com'))

  seeded = { ids: new Set((await deposits()).map((row) => row.id)), owed: await sumOwed() }
  plan = await findSmallestPlan(getUrl())
}, 240_000)
afterAll(async () => {
  server.interrupt()
  await server.exitCode()
  scratch.remove()
})

async function restartServer(): Promise<LaunchedProcess> {
  const next = await launch({ dataDir })
  await next.ready()
  return next
}

/** Returns the data of an answer; throws when there was none, or when it was no success. */
const call = (method: string, path: string, by: string, body?: object, key?: string) =>
  callServer(getUrl(), method, path, { token: tokens.get(by), body, key })
const getUrl = () => `http://127.0.0.1:${server.port}`

async function signIn(path: string, email: string) {
  return ((await call('POST', path, '', { email, password: PASSWORD })) as { token: string }).token
}

async function quote(member: string): Promise<Quote> {
  const quoteInput = {
    selected_plan: plan._id,
    amount: String(plan.minAmount),
    payment_method: 'BITCOIN', // the sandbox's pool for others has 250 addresses
  }
  return (await call('POST', '/api/deposit/quote', member, quoteInput)) as Quote
}

async function submit({ id, member }: Work) {
  const quoted = (await call('GET', `/api/deposit/${id}`, member)) as Quote
  const form = buildDepositForm({ ...quoted, _id: id }, plan, proof)
  await call('POST', '/api/deposit', member, form, `submit-${id}`)
}

const confirm = ({ id }: Work) =>
  call('POST', `/api/transactions/${id}/confirm`, 'staff', {}, `confirm-${id}`)

const acknowledgeStep = (acknowledged: AcknowledgedSteps, id: string, step: Step) =>
  acknowledged.set(id, (acknowledged.get(id) ?? new Set()).add(step))

/**
 * Deposits from quote to confirmation, one after the other, until the server is gone. What was left
 * open comes first.
 */
async function client(
  member: string,
  open: Work[],
  acknowledged: AcknowledgedSteps,
  gone: AbortSignal,
): Promise<string | null> {
  while (!gone.aborted) {
    try {
      const left = open.shift()
      const work = left ?? { id: (await quote(member))._id, member }

      if (!left) acknowledgeStep(acknowledged, work.id, 'quoted')
      if (!acknowledged.get(work.id)?.has('submitted')) await submit(work)
      acknowledgeStep(acknowledged, work.id, 'submitted')
      await confirm(work)
      acknowledgeStep(acknowledged, work.id, 'confirmed')
    } catch (error) {
      if (!gone.aborted) return String(error)
    }
  }

  return null
}

const asOwner = async <Result>(query: (db: ReturnType<typeof openDb>['db']) => Promise<Result>) => {
  const { db } = openDb({
    url: readOwnerUrl(dataDir),
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
  })

  return await query(db).finally(() => db.destroy())
}

type DepositState = {
  id: string
  email: string
  status: string
  credited: bigint | null
  legs: bigint
  positions: bigint
}

const deposits = () =>
  asOwner(async (db) => {
    const { rows } = await sql<DepositState>`
      select d.id, m.email, d.status, d.credited,
        (select count(*) from ledger.entries e where e.transfer_type = 'deposit_confirmed' and e.reference
        = d.id) as legs,
        (select count(*) from position p where p.id = d.position_id) as positions
      from deposit d join member m on m.id = d.member_id`.execute(db)

    return rows.filter((row) => !seeded.ids.has(row.id))
  })

/**
 * Sums what members are owed apart from rewards: a member of the sandbox gets one for the first
 * deposit of a member they referred.
 */
const sumOwed = () =>
  asOwner(async (db) => {
    const { rows } = await sql<{ sum: bigint }>`
      select (select coalesce(sum(balance), 0) from ledger.accounts where account_type like 'member%')
        - (select coalesce(sum(amount), 0) from ledger.entries where transfer_type = 'reward_paid') as
        sum`.execute(db)
    return BigInt(rows[0]?.sum ?? 0)
  })

/** Lists each difference between the ledger and the answers that clients got, a line each. */
async function differences(acknowledged: AcknowledgedSteps): Promise<string[]> {
  const rows = await deposits()
  const found = new Map(rows.map((row) => [row.id, row]))
  const lost = [...acknowledged].flatMap(([id, taken]) => {
    const status = found.get(id)?.status
    const reachedSteps = {
      quoted: status,
      submitted: status !== 'awaiting_payment',
      confirmed: status === 'completed',
    }

    return [...taken]
      .filter((step) => !status || !reachedSteps[step])
      .map((step) => `lost: ${id} ${step}`)
  })

  const miscounted = rows
    .filter((row) => row.legs !== (row.status === 'completed' ? 2n : 0n))
    .map((row) => `doubled or half: ${row.id} ${row.status} with ${row.legs} legs`)
  const credited = rows.reduce((sum, row) => sum + (row.credited ?? 0n), 0n)
  const owed = (await sumOwed()) - seeded.owed
  const problems = await asOwner(verifyLedger)

  return [
    ...lost,
    ...miscounted,
    ...(owed === credited ? [] : [`members are owed ${owed}, credited was ${credited}`]),
    ...problems.map(
      (problem) =>
        'ledger: ' +
        `${JSON.stringify(problem, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    ),
  ]
}

const open = async (): Promise<Work[]> =>
  (await deposits())
    .filter((row) => ['awaiting_payment', 'pending'].includes(row.status))
    .map((row) => ({ id: row.id, member: row.email }))

const steps = (acknowledged: AcknowledgedSteps) =>
  [...acknowledged.values()].reduce((sum, taken) => sum + taken.size, 0)

/** Waits until clients are busy, then for a random moment. */
async function underLoad(acknowledged: AcknowledgedSteps) {
  const targetSteps = steps(acknowledged) + STEPS_BEFORE_KILL
  for (
    const deadline = Date.now() + 15_000;
    steps(acknowledged) < targetSteps && Date.now() < deadline;
  )
    await pause(10)
  await pause(Math.random() * 300)
}

/**
 * kill -9: no handler runs, nothing is flushed. With the database, it is a power cut as far as
 * processes go.
 */
async function killServer(withDatabase: boolean) {
  const victims = withDatabase ? postgresProcesses(dataDir) : []
  for (const pid of [server.process.pid as number, ...victims]) killHard(pid)
  await server.exitCode()
}

test(
  `${ROUNDS} kills under load lose and double nothing that was acknowledged`,
  async () => {
    const acknowledged: AcknowledgedSteps = new Map()
    for (let round = 1; round <= ROUNDS; round++) {
      const left = await open()
      const gone = new AbortController()
      const clients = Array.from({ length: CLIENTS }, (_, index) =>
        client(MEMBERS[index % MEMBERS.length] as string, left, acknowledged, gone.signal),
      )

      await underLoad(acknowledged)
      gone.abort()
      await killServer(round % 2 === 0)

      expect(await Promise.all(clients), 'refused while the server lived').toEqual(
        clients.map(() => null),
      )

      server = await restartServer()
      expect(await differences(acknowledged), `after kill ${round}`).toEqual([])
    }

    for (const work of await open()) {
      if (!acknowledged.get(work.id)?.has('submitted')) await submit(work)
      await confirm(work)
      acknowledgeStep(acknowledged, work.id, 'confirmed')
    }

    expect(await differences(acknowledged), 'after everything left open was sent again').toEqual([])

    const confirmed = [...acknowledged.values()].filter((taken) => taken.has('confirmed')).length
    expect(confirmed).toBeGreaterThan(ROUNDS * 2)

    console.log(
      `${ROUNDS} kills, ${acknowledged.size} deposits begun, ${confirmed} confirmed, nothing lost or ` +
        `doubled`,
    )
  },
  120_000 + ROUNDS * 60_000,
)

test('control: an answer before the commit is found by the same check', async () => {
  const acknowledged: AcknowledgedSteps = new Map()
  const work = { id: (await quote('tomas@example.com'))._id, member: 'tomas@example.com' }
  await submit(work)
  await asOwner((db) =>
    db.transaction().execute(async (tx) => {
      // however quick the machine, it can't be confirmed yet
      await sql`select from deposit where id = ${work.id} for update`.execute(tx)

      const answer = confirm(work).catch(() => null)
      acknowledgeStep(acknowledged, work.id, 'confirmed')
      await killServer(false)
      await answer
    }),
  )

  server = await restartServer()
  expect(await differences(acknowledged)).toEqual([`lost: ${work.id} confirmed`])
}, 240_000)

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { TEST_BITCOIN } from '#modules/withdrawals/testing.ts'
import { buildDepositForm, findSmallestPlan, type Quote } from './call-server.ts'
import { createClients, type Post } from './failover-clients.ts'

/** So that the ledger of a hundred faults is verified in seconds. */
const THINK_MS = 250
const WITHDRAWAL = {
  amount: 50,
  source: 'balance',
  payment_channel: 'BITCOIN',
  wallet_address: TEST_BITCOIN,
}

const PEOPLE: Record<string, [path: string, email: string]> = {
  maya: ['/user/login', 'maya@example.com'],
  tomas: ['/user/login', 'tomas@example.com'],
  ines: ['/admin/login', 'ines@example.com'],
}

/** What was acknowledged: each request's state in the database must be at least this. */
export type Acknowledged = {
  withdrawals: Map<string, 'pending' | 'cancelled' | 'rejected'>
  deposits: Map<string, 'pending' | 'completed'>
}

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

export type FailoverLoad = Awaited<ReturnType<typeof startFailoverLoad>>

/**
 * Two members who request withdrawals, deposit and cancel, and one of the staff who rejects and
 * confirms, each request with a key of its own, over several web processes, until stopped.
 */
export async function startFailoverLoad(ports: number[], startedAt: Date) {
  const done: Acknowledged = { withdrawals: new Map(), deposits: new Map() }
  const stopping = new AbortController()
  const clients = await createClients(ports, PEOPLE, stopping.signal)
  const { post } = clients
  const submitDeposit = await createDepositor(ports[0] as number, post)

  const requestWithdrawal = async (by: string) => {
    const { _id } = await post<{ _id: string }>(by, '/withdraw', WITHDRAWAL, randomUUID())
    if (done.withdrawals.has(_id)) clients.problems.push(`two keys made withdrawal ${_id}`)
    done.withdrawals.set(_id, 'pending')
    return _id
  }

  const cancel = async () => {
    const id = await requestWithdrawal('maya')
    await post('maya', `/withdraw/${id}/cancel`, {}, randomUUID())
    done.withdrawals.set(id, 'cancelled')
  }

  const reject = async () => {
    const id = await requestWithdrawal('maya')
    const reason = 'The address belongs to another person.'
    await post('ines', `/admin/withdrawals/${id}/reject`, { reason }, randomUUID())
    done.withdrawals.set(id, 'rejected')
  }

  const deposit = async () => {
    const id = await submitDeposit('tomas')
    done.deposits.set(id, 'pending')
    await post('ines', `/transactions/${id}/confirm`, {}, randomUUID())
    done.deposits.set(id, 'completed')
  }

  const repeat = async (work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work().catch((error) => clients.problems.push(String(error)))
      await pause(THINK_MS)
    }
  }
  const running = Promise.all([cancel, reject, deposit, deposit].map(repeat))

  return {
    ...clients,
    done,
    stop: async () => {
      stopping.abort()
      await running
    },
    /**
     * Lists what the database lacks or has too much. Two of each kind may be under way, unless the
     * load has stopped.
     */
    findDifferences: (query: Query, isStopped = false) =>
      findDifferences(done, query, startedAt, isStopped ? 0 : 2),
  }
}

/** Returns a function that deposits for a member, with a proof, and returns the deposit's id. */
export async function createDepositor(port: number, post: Post) {
  const plan = await findSmallestPlan(`http://127.0.0.1:${port}`)
  const proof = Uint8Array.from(await createProofPicture())

  return async (by: string): Promise<string> => {
    const input = {
      selected_plan: plan._id,
      amount: String(plan.minAmount),
      payment_method: 'BITCOIN', // the sandbox's pool for others has 250 addresses
    }
    const quote = await post<Quote>(by, '/deposit/quote', input, randomUUID())
    await post(by, '/deposit', buildDepositForm(quote, plan, proof), randomUUID())
    return quote._id
  }
}

const ENDED = ['cancelled', 'rejected', 'completed']

async function findDifferences(
  done: Acknowledged,
  query: Query,
  startedAt: Date,
  underWay: number,
) {
  const problems: string[] = []

  for (const [table, acknowledged] of [
    ['withdrawal', done.withdrawals],
    ['deposit', done.deposits],
  ] as const) {
    const expected = [...acknowledged] // the clients continue while the database is read
    const rows = await query<{ id: string; status: string }>(
      `select id, status from ${table}
       where created_at > $1 and status not in ('awaiting_payment', 'expired')`,
      [startedAt],
    )
    const found = new Map(rows.map(({ id, status }) => [id, status]))

    for (const [id, status] of expected) {
      const now = found.get(id) ?? 'missing'
      const isThere = now === status || (status === 'pending' && ENDED.includes(now))
      if (!isThere) problems.push(`lost: ${table} ${id} was ${status}, is ${now}`)
    }

    const extra = rows.filter(({ id }) => !acknowledged.has(id)).length
    if (extra > underWay) problems.push(`doubled: ${extra} of ${table} were never acknowledged`)
  }

  return problems
}

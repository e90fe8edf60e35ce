import { sql } from 'kysely'
import type { Reader } from '../db/db.ts'

/** A standby of the primary. Lags are unknown while the standby connects. */
export type Replica = {
  name: string
  state: string
  sync_state: string
  lag_bytes: bigint | null
  lag_seconds: number | null
}

export type Replication = {
  isStandby: boolean
  timeline: number
  /** True if commits wait for a standby. */
  isSynchronous: boolean
  /** Null where the database does not show them: see `db/functions/ledger/list_replicas.sql`. */
  replicas: Replica[] | null
}

/** Returns the place of this server among its replicas. */
export async function getReplication(reader: Reader): Promise<Replication> {
  const { rows } = await sql<{
    is_standby: boolean
    timeline: number
    is_synchronous: boolean
    is_visible: boolean
  }>`
    select pg_is_in_recovery() as is_standby,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      current_setting('synchronous_standby_names') <> '' as is_synchronous,
      pg_has_role('ledger_owner', 'pg_read_all_stats', 'usage') as is_visible`.execute(reader)
  const [server] = rows
  if (!server) throw new Error('The server describes itself in one row')

  const isShown = server.is_visible && !server.is_standby
  const replicas = isShown
    ? (await sql<Replica>`select * from ledger.list_replicas()`.execute(reader)).rows
    : null

  return {
    isStandby: server.is_standby,
    timeline: server.timeline,
    isSynchronous: server.is_synchronous,
    replicas,
  }
}

/** A replica that is further behind makes a failover slow. */
const MAX_LAG_BYTES = 16n * 1024n * 1024n

/** Returns the sentences for an operator; `isWrong` where one needs an action. */
export function describeReplication(
  replication: Replication,
): { name: string; text: string; isWrong: boolean }[] {
  const { isStandby, timeline, isSynchronous, replicas } = replication
  if (isStandby)
    return [{ name: 'leader', text: 'this is a standby: it takes no writes', isWrong: true }]

  const leader = { name: 'leader', text: `this server, timeline ${timeline}`, isWrong: false }
  if (replicas === null) {
    const text = 'not shown: run grant pg_read_all_stats to ledger_owner as an administrator'
    return [leader, { name: 'replicas', text, isWrong: false }]
  }
  if (replicas.length === 0 && !isSynchronous)
    return [leader, { name: 'replicas', text: 'none: this server is alone', isWrong: false }]

  return [leader, describeMode(isSynchronous, replicas), ...replicas.map(describeReplica)]
}

function describeMode(isSynchronous: boolean, replicas: Replica[]) {
  const confirming = replicas.filter(({ sync_state }) => ['sync', 'quorum'].includes(sync_state))
  const names = confirming.map(({ name }) => name).join(' and ')
  if (!isSynchronous)
    return {
      name: 'synchronous',
      text: 'off: a failover loses the transactions that no replica has yet',
      isWrong: true,
    }

  return names
    ? { name: 'synchronous', text: `on: each acknowledged commit is on ${names}`, isWrong: false }
    : { name: 'synchronous', text: 'on, and no replica confirms: commits wait', isWrong: true }
}

function describeReplica({ name, state, sync_state, lag_bytes, lag_seconds }: Replica) {
  const seconds = lag_seconds === null ? '' : `, ${lag_seconds.toFixed(1)} s`
  const lag = lag_bytes === null ? 'lag unknown' : `${lag_bytes} bytes${seconds} behind`
  const isWrong = state !== 'streaming' || lag_bytes === null || lag_bytes > MAX_LAG_BYTES
  return { name: 'replica', text: `${name}: ${state}, ${sync_state}, ${lag}`, isWrong }
}

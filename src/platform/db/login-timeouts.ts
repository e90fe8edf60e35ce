import pg from 'pg'

/**
 * The timeouts of every session of the server's login. The pool sends the first two when it
 * connects as well; a pooler in between may drop what it sends.
 */
const LOGIN_TIMEOUTS = [
  'lock_timeout=10s',
  'statement_timeout=30s',
  'idle_in_transaction_session_timeout=60s',
]

// an arbitrary lock number: two processes that start at once must not alter the role twice
const LOCK = 4_072_028

/**
 * Stores the timeouts in the login of this address, which may alter itself. A superuser's are left
 * alone: it is no login of a server.
 */
export async function storeLoginTimeouts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    if (await isMissingTimeouts(client)) await client.query(STORE)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const STORE = `
  alter role current_user set lock_timeout = '10s';
  alter role current_user set statement_timeout = '30s';
  alter role current_user set idle_in_transaction_session_timeout = '60s'`

type LoginSettings = { superuser: boolean; settings: string[] }

async function isMissingTimeouts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<LoginSettings>(
    `select rolsuper as superuser, coalesce(setconfig, '{}') as settings
     from pg_roles left join pg_db_role_setting on setrole = pg_roles.oid and setdatabase = 0
     where rolname = current_user`,
  )
  const [found] = rows
  if (!found || found.superuser) return false

  return LOGIN_TIMEOUTS.some((timeout) => !found.settings.includes(timeout))
}

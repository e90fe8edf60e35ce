import { join } from 'node:path'
import { createCalls, RefusedCall, send } from './client.ts'
import type { Environment } from './environment.ts'
import {
  approveNewest,
  createPasskey,
  createPassword,
  enrolApprovalKey,
  enrolPasskey,
  logInByPasskey,
  logInByPassword,
} from './people.ts'
import { writeRules } from './rules.ts'
import { type Steps, waitFor } from './steps.ts'

const VERA = { firstName: 'Vera', lastName: 'Lindqvist', email: 'vera@rehearsal.example' }
const OMAR = { firstName: 'Omar', lastName: 'Haddad', email: 'omar@rehearsal.example' }
/** How long a new admin decides on nothing, and new rules and receiving keys wait, in hours. */
const DECIDER_WAIT = 73
const ADDRESS_WAIT = 49

export type Team = Awaited<ReturnType<typeof setUpInstallation>>

/** Sets a live installation up, as docs/operating/go-live.md describes it, and opens it. */
export async function setUpInstallation(steps: Steps, environment: Environment) {
  const { connection, mail, runCommand, startServer, database } = environment

  steps.heading('Setting up, before it is open')
  await steps.run('a start without settings is refused, with the list', async () => {
    const empty = { DATABASE_URL: '', SECRET: '', SMTP_URL: '', PUBLIC_URL: '', BRAND_DIR: '' }
    const refused = await runCommand('start', [], empty).then(
      () => {
        throw new Error('It started.')
      },
      (error: Error) => error.message,
    )
    if (!refused.includes('missing  Database over TLS')) throw new Error(refused)
  })
  await steps.run('npm run migrate', () =>
    runCommand('migrate', [], { DATABASE_MIGRATION_URL: database.toUrl('owner') }).then(() => ''),
  )
  const password = createPassword()
  await steps.run('npm run create-admin', async () => {
    const args = ['--first-name', VERA.firstName, '--last-name', VERA.lastName]
    await runCommand(
      'create-admin',
      [...args, '--email', VERA.email, '--role', 'owner'],
      {},
      `${password}\n`,
    )
  })
  await steps.run('npm start, over TLS to the database', async () => {
    await startServer()
    const [tls] = await database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_ssl s join pg_stat_activity a using (pid)
       where a.usename = 'candor_server' and s.ssl`,
    )
    return `${tls?.count} encrypted connections`
  })
  await steps.run('visitors and new members get 503, the staff login page answers', () =>
    assertClosed(environment),
  )

  const [veraKey, omarKey] = [createPasskey(connection), createPasskey(connection)]
  const [veraSigns, omarSigns] = [createPasskey(connection), createPasskey(connection)]
  await steps.run('the first owner logs in, adds a passkey and an approval key', async () => {
    const calls = await logInByPassword(connection, { email: VERA.email, password })
    await enrolPasskey(calls, veraKey, 'Software passkey')
    await enrolApprovalKey(await logInByPasskey(connection, veraKey), veraSigns)
  })
  await steps.run('the second owner is invited by email and adds both keys', async () => {
    const vera = await logInByPasskey(connection, veraKey)
    await vera.administration.invite({ ...OMAR, role: 'owner' })
    const link = await mail.find(OMAR.email, /reset-password\/[\w-]+/)
    const own = createPassword()
    await createCalls(connection).identity.resetPassword({
      id: link.replace('reset-password/', ''),
      password: own,
    })
    const calls = await logInByPassword(connection, { email: OMAR.email, password: own })
    await enrolPasskey(calls, omarKey, 'Software passkey')
    await enrolApprovalKey(await logInByPasskey(connection, omarKey), omarSigns)
  })

  await steps.run('both approval keys are in the public log', async () => {
    await environment.advanceToMinute(1)
    await waitFor('the keys are published', async () => {
      const published = await environment.database.query(
        "select from log_entry where kind = 'approval-key'",
      )
      return published.length < 2 ? null : true
    })
  })

  steps.heading(`${DECIDER_WAIT} hours later: new admins may decide`)
  await environment.advance(DECIDER_WAIT)
  await steps.run('receiving key of Bitcoin: one owner enters it, the other approves', async () => {
    const vera = await logInByPasskey(connection, veraKey)
    await vera.administration.changeAddressSource({
      method: 'BITCOIN',
      mode: 'xpub',
      scriptType: 'p2wpkh',
      accountKey: environment.chains.wallet.accountText,
      compared: true,
    })
    await approveNewest(await logInByPasskey(connection, omarKey), omarSigns)
  })

  await steps.run('eligibility rules: one owner proposes them, the other approves', async () => {
    const vera = await logInByPasskey(connection, veraKey)
    const { data } = await vera.eligibility.ruleSets({})
    const effectiveFrom = data.earliest
    await vera.eligibility.proposeRules({ rules: writeRules(), effectiveFrom })
    await approveNewest(await logInByPasskey(connection, omarKey), omarSigns)
  })

  steps.heading(`${ADDRESS_WAIT} hours later: receiving key and rules are in force`)
  await environment.advance(ADDRESS_WAIT)
  await steps.run('npm run backup', async () => {
    const embedded = { DATABASE_URL: '', DATABASE_WATCHER_URL: '' }
    await runCommand('backup', ['--to', join(environment.folder, 'backups')], embedded)
  })
  await steps.run('npm run doctor finds nothing missing', async () => {
    const output = await waitFor('the list is complete', () =>
      runCommand('doctor').catch((error: Error) => {
        lastDoctor = error.message
        return null
      }),
    ).catch((error) => {
      throw new Error(`${error.message}\n${lastDoctor}`)
    })
    if (/\n {2}(missing|unknown)/.test(output)) throw new Error(output)
  })
  await steps.run('npm run go-live', () => runCommand('go-live').then(() => ''))
  await steps.run('the public site answers', () =>
    waitFor('the site is open', async () => (await readPage(environment, '/')).status === 200).then(
      () => '',
    ),
  )

  return {
    vera: () => logInByPasskey(connection, veraKey),
    omar: () => logInByPasskey(connection, omarKey),
    approveNewest: async () =>
      await approveNewest(await logInByPasskey(connection, omarKey), omarSigns),
  }
}

let lastDoctor = ''

const readPage = ({ connection }: Environment, path: string) =>
  send(connection, { method: 'GET', path, headers: {}, body: null })

async function assertClosed(environment: Environment) {
  const { status } = await readPage(environment, '/')
  const { status: staffStatus } = await readPage(environment, '/admin-login')
  const signUp = await createCalls(environment.connection)
    .identity.signUpTerms()
    .catch((error) => error)
  if (staffStatus !== 200) throw new Error(`/admin-login answered ${staffStatus}`)
  if (status !== 503 || !(signUp instanceof RefusedCall) || signUp.code !== 'not_open')
    throw new Error(`The page answered ${status}, the call ${signUp}`)
}

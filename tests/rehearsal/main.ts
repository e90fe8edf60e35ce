import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEnvironment } from './environment.ts'
import { walkMainJob } from './main-job.ts'
import { setUpInstallation } from './set-up.ts'
import { createSteps, waitFor } from './steps.ts'

const LAST_LINES = 30

/** Rehearses a live installation on this machine. Ends with 0 only if every step held. */
const folder = mkdtempSync(join(tmpdir(), 'candor-rehearsal-'))
const steps = createSteps()

steps.heading('Starting what an operator has, on this machine')
const environment = await steps.run('PostgreSQL with TLS, SMTP, chains, prices, HTTPS', () =>
  startEnvironment(folder),
)
const end = async () => {
  await environment.stop()
  if (process.env.REHEARSAL_KEEP !== '1')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

try {
  const team = await setUpInstallation(steps, environment)
  await walkMainJob(steps, environment, team)

  steps.heading('Afterwards')
  await steps.run('npm run verify', async () => {
    await waitFor('the ledger is verified', () =>
      environment.runCommand('verify').catch(() => null),
    )
  })
  steps.finish()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`)
  process.stderr.write(`\nThe last lines of the server:\n${readLog(folder)}\n`)
  process.exitCode = 1
} finally {
  await end()
}

function readLog(from: string): string {
  try {
    return readFileSync(join(from, 'server.log'), 'utf8').split('\n').slice(-LAST_LINES).join('\n')
  } catch {
    return 'It was not started.'
  }
}

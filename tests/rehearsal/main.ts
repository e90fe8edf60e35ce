import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, startEnvironment } from './environment.ts'
import { walkMainJob } from './main-job.ts'
import { setUpInstallation } from './set-up.ts'
import { createSteps, waitFor } from './steps.ts'

const LAST_LINES = 30

/** Rehearses a live installation on this machine. Ends with 0 only if every step held. */
const folder = mkdtempSync(join(tmpdir(), 'candor-rehearsal-'))
const steps = createSteps()

let environment: Environment | undefined

const end = async () => {
  await environment?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))

try {
  steps.heading('Starting what an operator has, on this machine')
  const started = await steps.run('PostgreSQL with TLS, SMTP, chains, prices, HTTPS', () =>
    startEnvironment(folder),
  )
  environment = started

  const team = await setUpInstallation(steps, started)
  await walkMainJob(steps, started, team)

  steps.heading('Afterwards')
  await steps.run('npm run verify', async () => {
    await waitFor('the ledger is verified', () => started.runCommand('verify').catch(() => null))
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

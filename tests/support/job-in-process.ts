import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { jobs as monitoringJobs } from '#modules/transaction-monitoring/jobs.ts'
import { jobs as verificationJobs } from '#modules/verification/jobs.ts'
import { openProcessApp } from './process-app.ts'

/**
 * Runs a job once on a test's database, in a process of its own, which the test may kill:
 * `node job-in-process.ts verification-rewrap-documents`.
 */
/** The lists of the sandbox are imported as text, which the build of the server resolves. */
const toTextModule = (url: string) => ({
  format: 'module' as const,
  source: `export default ${JSON.stringify(readFileSync(new URL(url), 'utf8'))}`,
})
registerHooks({
  load: (url, context, next) =>
    url.endsWith('?raw') ? { ...toTextModule(url), shortCircuit: true } : next(url, context),
})
const { jobs: screeningJobs } = await import('#modules/compliance/jobs.ts')

const [, , name, now = ''] = process.argv
const { app, close } = openProcessApp(now)
const jobs = [...screeningJobs, ...monitoringJobs, ...verificationJobs]
const job = jobs.find((one) => one.name === name)
if (!job) throw new Error(`there is no job ${name}`)

console.log('going')
await job.run(app, {})
await close()

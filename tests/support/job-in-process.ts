import { jobs as monitoringJobs } from '#modules/transaction-monitoring/jobs.ts'
import { jobs as verificationJobs } from '#modules/verification/jobs.ts'
import { openProcessApp } from './process-app.ts'

/**
 * Runs a job once on a test's database, in a process of its own, which the test may kill:
 * `node job-in-process.ts verification-rewrap-documents`.
 */
const [, , name, now = ''] = process.argv
const { app, close } = openProcessApp(now)
const job = [...monitoringJobs, ...verificationJobs].find((one) => one.name === name)
if (!job) throw new Error(`there is no job ${name}`)

console.log('going')
await job.run(app, {})
await close()

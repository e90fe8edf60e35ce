import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listQueues, listTroubledJobs } from '#platform/jobs/job-states.ts'
import { runJobsNow } from '#platform/jobs/jobs.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { retryJob } from './retry-job.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A failed job is listed with its error, and an owner can retry it.', async () => {
  const { app, database } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  let broken = true
  const job = {
    name: 'notify-bank',
    run: async () => {
      if (broken) throw new Error('the bank does not answer')
    },
  }

  await app.db.transaction().execute((tx) => app.jobs.enqueue(tx, job.name, { id: 'dep_1' }))
  await expect(runJobsNow(app, database.pool, [job])).rejects.toThrow('does not answer')

  const [troubled] = await listTroubledJobs(app.db)
  expect(troubled).toMatchObject({
    queue: job.name,
    state: 'retry',
    payload: { id: 'dep_1' },
    lastError: expect.stringContaining('the bank does not answer'),
  })

  const id = troubled?.id ?? ''
  await expect(retryJob(app, finance, id)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(retryJob(app, owner, randomUUID())).rejects.toMatchObject({ status: 404 })

  broken = false
  await retryJob(app, owner, id)
  await runJobsNow(app, database.pool, [job])

  expect(await listTroubledJobs(app.db)).toEqual([])
  await expect(retryJob(app, owner, id)).rejects.toMatchObject({ code: 'not_failed' })

  const line = (await listQueues(app.db)).find(({ name }) => name === job.name)
  expect(line).toMatchObject({ waiting: 0, failed: 0, lastDoneAt: expect.any(Date) })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpServer } from '#modules/notifications/testing.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { type JobDefinition, runJobsNow } from '../jobs/jobs.ts'
import { createSmtpMail } from '../mail/mail.ts'
import { openLog } from '../monitoring/log.ts'
import { carry } from './request-context.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('What a request sets off bears its number: the job, its log lines and the mail', async () => {
  const body = { email: 'maya@example.com' }
  const { member } = await server.asMember()
  const answer = await server.send('POST', '/api/user/forget-pass', {
    body: { ...body, email: member.email },
  })
  const request = answer.headers.get('x-request-id')
  const { rows } = await server.database.owner.query(
    "select data from pgboss.job where name = 'send-mail' order by created_on desc limit 1",
  )

  expect(rows[0].data).toEqual({ id: expect.stringMatching(/^mail_/), request })

  let written = ''
  const log = openLog('debug', { write: (line: string) => (written += line) })
  const smtp = await openSmtpServer()
  const mail = createSmtpMail(smtp.url, 'House <house@example.com>', 'http://localhost:3000')
  const job: JobDefinition<{ log: typeof log }> = {
    name: 'send-mail',
    run: async (app, payload) => {
      expect(payload).not.toHaveProperty('request')

      app.log.info('on its way')
      await mail.send({
        id: 'mail_1',
        to: 'maya@example.com',
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello</p>',
      })
    },
  }

  await runJobsNow({ log }, server.database.pool, [job])
  mail.close()
  await smtp.close()

  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const mine = lines.filter((line) => line.request === request)
  expect(mine.map(({ msg }) => msg)).toEqual(['on its way', 'a job was done'])

  const headers = smtp.received.flatMap(({ email }) => email.headers)
  expect(headers).toContainEqual(expect.objectContaining({ key: 'x-request-id', value: request }))
})

test('Concurrent requests have their own numbers, and jobs have none', async () => {
  let written = ''
  const log = openLog('info', { write: (line: string) => (written += line) })
  const work = async (name: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    log.info(name)
  }

  await Promise.all([
    carry('req_1', () => work('one')),
    carry('req_2', () => work('two')),
    work('none'),
  ])

  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const named = Object.fromEntries(lines.map(({ msg, request }) => [msg, request]))
  expect(named).toEqual({ one: 'req_1', two: 'req_2', none: undefined })
})

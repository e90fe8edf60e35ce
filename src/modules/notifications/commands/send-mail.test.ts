import { createElement } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '#platform/app.ts'
import { createSystemClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import {
  createTransactionalJobs,
  type JobDefinition,
  runJobsNow,
  startJobs,
} from '#platform/jobs/jobs.ts'
import { createSmtpMail, openMail } from '#platform/mail/mail.ts'
import { createMailboxMail, listMailbox } from '#platform/mail/mailbox.ts'
import { openLog } from '#platform/monitoring/log.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailCode, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import { sendMail } from '../jobs.ts'
import { findMail, listMail } from '../queries.ts'
import { notify } from '../steps/queue-mail.ts'
import { openSmtpServer } from '../testing.ts'

/** The link stands for any text that a person wrote. */
const letter: MailTemplate<'verify-code'> = (data, context) => ({
  subject: `About ${data.link}`,
  element: createElement(
    MailLayout,
    { context, preview: 'A letter' },
    createElement(MailText, null, `It is about ${data.link}.`),
    createElement(MailCode, null, data.code),
    createElement(MailButton, { href: `${context.publicUrl}/x?a=1&b=2` }, 'Open'),
  ),
})

const job: JobDefinition<App> = sendMail({ 'verify-code': letter })
const maya = { memberId: 'mem_maya', to: 'maya@example.com', name: 'Maya Ferreira' }
let database: TestDatabase
let smtp: Awaited<ReturnType<typeof openSmtpServer>>
let app: App

beforeAll(async () => {
  database = await testDatabase()
  smtp = await openSmtpServer()

  const config = { ...readConfig({}), SMTP_URL: smtp.url }
  const clock = createSystemClock()
  app = {
    config,
    clock,
    db: database.db,
    log: openLog('silent'),
    jobs: createTransactionalJobs(),
    mail: openMail(config, database.db, clock),
    events: createLocalEvents(),
  } as App
})
beforeEach(() => {
  smtp.received.length = 0
})
afterAll(async () => {
  app.mail.close()
  await smtp.close()
  await database.close()
})

const queue = ({ about, code = '' }: { about: string; code?: string }, to = maya) =>
  app.db.transaction().execute((tx) => notify(tx, app, to, 'verify-code', { link: about, code }))
const run = (using: App = app) => runJobsNow(using, database.pool, [job])

test('A mail arrives once, marked simulated; its code and link leave the outbox.', async () => {
  const id = await queue({ about: 'a deposit', code: '271828' })
  expect(smtp.received).toEqual([])
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)

  await job.run(app, { id }) // delivered a second time by the queue

  const [mail, another] = smtp.received
  expect(another).toBeUndefined()
  expect(mail?.recipients).toEqual(['maya@example.com'])
  expect(mail?.email.subject).toBe('[Sandbox] About a deposit')

  for (const body of [mail?.email.text, mail?.email.html]) {
    expect(body).toContain('Sandbox: all money here is simulated')
    expect(body).toContain('271828')
  }

  expect(mail?.email.text).toContain('Hi Maya Ferreira')

  const sent = await findMail(app.db, maya.to, 'verify-code')
  expect(sent).toMatchObject({ attempts: 1, messageId: mail?.email.messageId })
  expect(sent?.data).toEqual({})
})

test('Nothing is sent for a command that rolled back.', async () => {
  const failing = app.db.transaction().execute(async (tx) => {
    await notify(tx, app, maya, 'verify-code', { link: 'x', code: '1' })
    throw new Error('the command failed')
  })
  await expect(failing).rejects.toThrow('the command failed')
  expect(await run()).toBe(0)
  expect(smtp.received).toEqual([])
})

test('A mail waits while the mail server is unavailable, and arrives afterwards.', async () => {
  await smtp.close()

  const again = { ...job, retry: { limit: 20, delaySeconds: 1, maxDelaySeconds: 1 } }
  const worker = await startJobs(app, database.pool, [again])

  try {
    await queue({ about: 'patience', code: '141421' })
    await vi.waitFor(
      async () => {
        const [waiting] = await listMail(app.db, { unsent: true })
        expect(waiting?.lastError).toContain('ECONNREFUSED')
      },
      { timeout: 20_000, interval: 100 },
    )

    smtp = await openSmtpServer(smtp.port)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), {
      timeout: 30_000,
      interval: 100,
    })

    expect(smtp.received[0]?.email.text).toContain('141421')
  } finally {
    await worker.stop()
  }

  expect(await listMail(app.db, { unsent: true })).toEqual([])
})

test('A line break in a subject or a name adds no header and no recipient.', async () => {
  const evil = 'x\r\nBcc: thief@example.com\r\n\r\nA body of mine'
  await queue({ about: evil }, { ...maya, name: `Maya\r\nBcc: thief@example.com` })
  await run()

  const [mail] = smtp.received
  expect(mail?.recipients).toEqual(['maya@example.com'])
  expect(mail?.email.bcc ?? []).toEqual([])
  expect(mail?.email.subject).toBe('[Sandbox] About x Bcc: thief@example.com A body of mine')
  expect(mail?.email.to?.[0]).toEqual({
    address: 'maya@example.com',
    name: 'Maya Bcc: thief@example.com',
  })
})

test('An address that is two addresses, or a header, is rejected before it is queued.', async () => {
  for (const to of [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'a <a@example.com>',
  ]) {
    await expect(queue({ about: 'x' }, { ...maya, to })).rejects.toThrow('outbox_recipient_check')
  }
})

test('User input is text in a mail, never markup.', async () => {
  await queue({ about: '<img src=x onerror=alert(1)>' })
  await run()
  expect(smtp.received[0]?.email.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(smtp.received[0]?.email.html).not.toContain('<img')
})

test('User input is shown as written: no markdown and no template syntax is interpreted.', async () => {
  const about = `**7** [x](javascript:1) [b]x[/b] {{7*7}} \${7*7} #{7*7} <%= 7*7 %> %s %n & "q"`
  await queue({ about })

  expect((await findMail(app.db, maya.to, 'verify-code'))?.data).toEqual({ link: about, code: '' })

  await run()

  const { html, subject } = smtp.received[0]?.email ?? {}
  expect(subject).toBe(`[Sandbox] About ${about}`)

  const escaped = about
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

  expect(html).toContain(`>It is about ${escaped}.<`)
})

test('Without a mail server the sandbox stores the mail in its mailbox, with links.', async () => {
  const sandbox = { ...app, mail: createMailboxMail(database.db, app.clock, app.config.PUBLIC_URL) }
  await queue({ about: 'the sandbox', code: '314159' }, { ...maya, to: 'tomas@example.com' })
  await run(sandbox)

  const [mail, another] = await listMailbox(app.db, 'Tomas@example.com')
  expect(another).toBeUndefined()
  expect(mail).toMatchObject({ to: 'tomas@example.com', subject: '[Sandbox] About the sandbox' })
  expect(mail?.text).toContain('314159')
  expect(mail?.links).toEqual(['http://localhost:3000', 'http://localhost:3000/x?a=1&b=2'])
})

test('A live installation without a mail server sends nothing, and its mails wait.', async () => {
  const config = { ...readConfig({}), MODE: 'live' as const }
  const mail = openMail(config, database.db, app.clock)
  const message = { to: 'a@example.com', subject: 'A', text: 'A', html: 'A' }
  await expect(mail.send(message as never)).rejects.toThrow('SMTP_URL')
})

test('A live mail does not mention the sandbox.', async () => {
  const live = {
    ...app,
    config: { ...app.config, MODE: 'live' as const, OPERATOR_NAME: 'Candor Ltd' },
    mail: createSmtpMail(smtp.url, 'Candor <no-reply@candor.example>', app.config.PUBLIC_URL),
  }

  await queue({ about: 'real money' })
  await run(live)

  expect(smtp.received[0]?.email.subject).toBe('About real money')
  expect(smtp.received[0]?.email.html?.toLowerCase()).not.toContain('sandbox')
})

import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import { formatTypedJson, parseTypedJson } from '#lib/typed-json.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { listMailbox } from '#platform/mail/mailbox.ts'
import type { MailContent, MailContext, MailName } from '#ui/mail/template.ts'
import { createTestApp } from '../tests/support/app.ts'
import { MAIL_OPERATOR, MAIL_SAMPLES } from '../tests/support/mail-samples.ts'
import { jobs, notifySilence, templates } from './worker.ts'

const CONTEXT: MailContext = {
  brand: 'Harbour & Sons',
  operator: MAIL_OPERATOR,
  publicUrl: 'https://candor.example',
  sandbox: false,
  name: '<Maya>',
}

type SampleTemplate = (data: unknown, context: MailContext) => MailContent

async function renderMail(name: string, sample: object, sandbox: boolean) {
  const template = templates[name as MailName] as SampleTemplate
  const stored = parseTypedJson(JSON.parse(formatTypedJson(sample)))
  const { subject, element } = template(stored, { ...CONTEXT, sandbox })

  return { subject, html: await render(element), text: await render(element, { plainText: true }) }
}

const SAMPLES = Object.entries(MAIL_SAMPLES)

test('Every mail has a template and a sample.', () => {
  expect(Object.keys(templates).sort()).toEqual(Object.keys(MAIL_SAMPLES).sort())
})

test.each(SAMPLES)(
  'The mail %s says in the sandbox, and only there, that money is simulated.',
  async (name, [sample]) => {
    const mark = 'Sandbox: all money here is simulated'
    expect((await renderMail(name, sample, true)).html).toContain(mark)
    expect((await renderMail(name, sample, false)).html.toLowerCase()).not.toContain('sandbox')
  },
)

test.each(SAMPLES)(
  'The mail %s has a subject, and shows a name as text.',
  async (name, [sample]) => {
    const { subject, html } = await renderMail(name, sample, false)
    expect(subject).toMatch(/^\S.{3,90}$/)
    expect(html).toContain('&lt;Maya&gt;')
    expect(html).not.toContain('<Maya>')
  },
)

test.each(SAMPLES)('The mail %s renders the stored data of its sender.', async (name, samples) => {
  for (const sample of samples) {
    const { subject, text } = await renderMail(name, sample, false)
    expect(`${subject} ${text}`).not.toMatch(/undefined|\bnull\b|NaN|\[object|Invalid Date/)
    expect(`${subject} ${text}`, 'a day is written as a person writes it').not.toMatch(
      /\b\d{4}-\d\d-\d\d\b/,
    )
  }
})

test.each(SAMPLES)('The mail %s shows the brand and the legal footer.', async (name, [sample]) => {
  const { html } = await renderMail(name, sample, false)
  expect(html).toContain('Harbour &amp; Sons')
  for (const part of Object.values(MAIL_OPERATOR)) expect(html).toContain(part)
  expect(html).not.toContain('>Candor<')
})

test('A mail to a member warns that money can be lost; one to staff does not.', async () => {
  const warning = 'You can lose the money you invest.'
  const render = async (name: MailName) =>
    (await renderMail(name, MAIL_SAMPLES[name][0], false)).text

  expect(await render('deposit-received')).toContain(warning)
  expect(await render('return-paid')).toContain(warning)
  expect(await render('staff-changed')).not.toContain(warning)
  expect(await render('ledger-frozen')).not.toContain(warning)
})

test('Each job has a unique name.', () => {
  const names = jobs.map((job) => job.name)
  expect(new Set(names).size).toBe(names.length)
})

test('The server sends the alert about a silent worker itself.', async () => {
  const testApp = await createTestApp()
  try {
    await createTestAdmin(testApp.app, { role: 'owner' })

    const begun = testApp.app.clock.now()
    testApp.app.clock.advance(10 * 60_000)
    await notifySilence(testApp.app, begun)

    const [mail] = await listMail(testApp.app.db, { template: 'operations-alert' })
    expect(mail?.sentAt).toEqual(testApp.app.clock.now())
    expect((await listMailbox(testApp.app.db))[0]?.subject).toMatch(/^\[Sandbox\] Alert: /)
  } finally {
    await testApp.close()
  }
})

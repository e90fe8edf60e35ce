import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { listMailbox } from '#platform/mail/mail.ts'
import { createTestApp } from '../tests/support/app.ts'
import { jobs, notifySilence, templates } from './worker.ts'

const TEXT = '20261120'
/**
 * A value for every field that a template reads: amount, date and text in one, or a list of
 * changes.
 */
const anything: Record<string, unknown> = new Proxy(
  {},
  { get: (_none, key) => (key === 'changes' ? [{ coin: TEXT, address: TEXT }] : TEXT) },
)
const renderMail = async (name: string, sandbox: boolean) => {
  const context = {
    operator: 'House & Sons',
    publicUrl: 'https://candor.example',
    sandbox,
    name: '<Maya>',
  }

  const mail = templates[name]?.(anything, context)
  return { subject: mail?.subject ?? '', html: await render(mail?.element) }
}

test.each(Object.keys(templates))(
  'The mail %s says in the sandbox, and only there, that money is simulated',
  async (name) => {
    expect((await renderMail(name, true)).html).toContain('Sandbox: all money here is simulated')
    expect((await renderMail(name, false)).html.toLowerCase()).not.toContain('sandbox')
  },
)

test.each(Object.keys(templates))(
  'The mail %s has a subject, and shows a name as text',
  async (name) => {
    const { subject, html } = await renderMail(name, false)
    expect(subject).toMatch(/^\S.{3,90}$/)
    expect(html).toContain('&lt;Maya&gt;')
    expect(html).not.toContain('<Maya>')
  },
)

test('Each job has a name of its own', () => {
  const names = jobs.map((job) => job.name)
  expect(new Set(names).size).toBe(names.length)
})

test('Who serves sends the mail of a silent worker itself', async () => {
  const testApp = await createTestApp()
  try {
    await createTestAdmin(testApp.app, { role: 'owner' })

    const begun = testApp.app.clock.now()
    testApp.app.clock.advance(10 * 60_000)
    await notifySilence(testApp.app, begun)

    const [mail] = await listMail(testApp.app.db, { template: 'operations-alert' })
    expect(mail?.sentAt).toEqual(testApp.app.clock.now())
    expect((await listMailbox(testApp.app.db))[0]?.subject).toBe(
      '[Sandbox] Alarm: Nobody watches the house',
    )
  } finally {
    await testApp.close()
  }
})

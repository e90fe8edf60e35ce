import { globSync, readFileSync } from 'node:fs'
import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import { findPromise } from '#lib/promises.ts'
import type { MailTemplate } from '#ui/mail/template.ts'
import { templates } from '../../src/worker.ts'

/**
 * What the firm does guarantee stands under this heading, as PRODUCT.md has it, and says that no
 * return is among it.
 */
const OPERATOR_GUARANTEE =
  'We guarantee open books and service: that every entry of yours is shown to you, that ' +
  'none is rewritten, that a person answers. We guarantee no return, because nobody can.'

/** The words of a file of ours: what stands between quotes, back quotes and tags. */
const extractTexts = (source: string) =>
  source
    .replaceAll(OPERATOR_GUARANTEE, '')
    .replace(/^import .*$|^\s*(\/\/|\/?\*+).*$/gm, '')
    .replace(/title: 'Guarantee'/, '')
    .split(/\n\s*\n|[<>`'{}]/)
    .filter((words) => / /.test(words.trim()))

test('no word that the public site ships promises a return', () => {
  const found = globSync('src/web/site/**/*.{ts,tsx,md}').flatMap((file) =>
    extractTexts(readFileSync(file, 'utf8')).flatMap((words) => {
      const promise = findPromise(words)
      return promise ? [`${file}: ${promise} in ${words.trim().slice(0, 120)}`] : []
    }),
  )

  expect(found).toEqual([])
})

/**
 * A mail's facts, whatever they are called: each a text that fits, tried until the mail can be
 * written.
 */
const SOME = ['1000', '2026-11-20', '2026-11-20T09:00:00.000Z']
const buildFacts = (dated: RegExp, text: string) =>
  new Proxy<Record<string, unknown>>(
    {},
    { get: (_facts, name) => (name === 'changes' ? [] : dated.test(String(name)) ? text : '1000') },
  )
const GUESSES = [
  /^$/,
  /day|on$|until/i,
  /(at|when|until)$/i,
  /on$|at$|day|from|to$|until/i,
].flatMap((dated) => SOME.map((text) => buildFacts(dated, text)))
/** Mails that speak of keeping a thief out of an account, and of no return. */
const ABOUT_ACCOUNTS = new Set([
  'email-changed: safe',
  'factor-changed: safe',
  'password-changed: safe',
])

const CONTEXT = {
  operator: 'Harbour',
  publicUrl: 'https://harbour.example',
  sandbox: false,
  name: 'Maya',
}

async function renderTemplate(template: MailTemplate): Promise<string> {
  let failure: unknown
  for (const facts of GUESSES)
    try {
      const { subject, element } = template(facts, CONTEXT)
      return `${subject}\n${await render(element, { plainText: true })}`
    } catch (error) {
      failure = error
    }

  throw failure
}

test('no mail promises a return', async () => {
  const found: string[] = []
  for (const [name, template] of Object.entries(templates)) {
    const promise = findPromise(await renderTemplate(template))
    if (promise && !ABOUT_ACCOUNTS.has(`${name}: ${promise}`)) found.push(`${name}: ${promise}`)
  }

  expect(found).toEqual([])
  expect(Object.keys(templates).length).toBeGreaterThan(20)
})

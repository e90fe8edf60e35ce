import { globSync, readFileSync } from 'node:fs'
import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import { findPromise } from '#lib/promises.ts'
import type { MailContent, MailContext, MailName } from '#ui/mail/template.ts'
import { templates } from '../../src/worker.ts'
import { MAIL_OPERATOR, MAIL_SAMPLES } from '../support/mail-samples.ts'

/**
 * The text under this heading is what the firm does guarantee, as PRODUCT.md has it. It says that a
 * return is not guaranteed.
 */
const OPERATOR_GUARANTEE =
  'We guarantee open books and service: that you can see every entry in your account, ' +
  'that ledger entries are never altered, and that a person replies when you write to ' +
  'us. We can’t guarantee a return.'

/** Extracts the texts of a source file: what is between quotes, back quotes and tags. */
const extractTexts = (source: string) =>
  source
    .replace(/['`]\s*\+\s*['`]/g, '') // a text may be written in pieces
    .replaceAll(OPERATOR_GUARANTEE, '')
    .replace(/^import .*$|^\s*(\/\/|\/?\*+).*$/gm, '')
    .replace(/title: 'Guarantee'/, '')
    .split(/\n\s*\n|[<>`'{}]/)
    .filter((text) => / /.test(text.trim()))

test('no word that the public site ships promises a return', () => {
  const found = globSync('src/web/site/**/*.{ts,tsx,md}').flatMap((file) =>
    extractTexts(readFileSync(file, 'utf8')).flatMap((text) => {
      const promise = findPromise(text)
      return promise ? [`${file}: ${promise} in ${text.trim().slice(0, 120)}`] : []
    }),
  )

  expect(found).toEqual([])
})

/** Mails whose 'safe' is about an account and a thief, and about no return. */
const ABOUT_ACCOUNTS = new Set([
  'email-changed: safe',
  'factor-changed: safe',
  'password-changed: safe',
])

const CONTEXT: MailContext = {
  brand: 'Harbour',
  operator: MAIL_OPERATOR,
  publicUrl: 'https://harbour.example',
  sandbox: false,
  name: 'Maya',
}

type SampleTemplate = (data: unknown, context: MailContext) => MailContent

test('no mail promises a return', async () => {
  const promises: string[] = []
  for (const [name, samples] of Object.entries(MAIL_SAMPLES))
    for (const sample of samples) {
      const template = templates[name as MailName] as SampleTemplate
      const { subject, element } = template(sample, CONTEXT)
      const promise = findPromise(`${subject}\n${await render(element, { plainText: true })}`)
      if (promise && !ABOUT_ACCOUNTS.has(`${name}: ${promise}`))
        promises.push(`${name}: ${promise}`)
    }

  expect(promises).toEqual([])
  expect(Object.keys(MAIL_SAMPLES).sort()).toEqual(Object.keys(templates).sort())
})

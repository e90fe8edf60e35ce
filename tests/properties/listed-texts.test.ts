import { join } from 'node:path'
import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import type { MailContent, MailContext, MailName } from '#ui/mail/template.ts'
import { templates } from '../../src/worker.ts'
import { listFileTexts } from '../../tools/visible-texts.ts'
import { MAIL_OPERATOR, MAIL_SAMPLES } from '../support/mail-samples.ts'

const files = listFileTexts(join(import.meta.dirname, '../..'))

const CONTEXT: MailContext = {
  brand: 'Qq',
  operator: MAIL_OPERATOR,
  publicUrl: 'https://q.example',
  sandbox: true,
  name: 'Qq',
}

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A part that begins with a letter begins a word; what a text inserts may end the last one. */
function toPattern(part: string): RegExp {
  const text = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const before = /^[A-Za-z]/.test(part) ? '(?<![A-Za-z])' : ''
  const after = /[A-Za-z]$/.test(part) ? '(?![a-z]{2})' : ''
  return new RegExp(before + text + after, 'g')
}

/** The fixed parts of the listed texts, the longest first. */
const parts = [
  ...new Set(
    files.flatMap(({ texts }) =>
      texts.flatMap(({ text }) => text.split(/\{[^}]*\}/).map(normalise)),
    ),
  ),
]
  .filter((part) => /[A-Za-z]{2}/.test(part))
  .sort((a, b) => b.length - a.length)
  .map((part) => ({ part, pattern: toPattern(part) }))

/** Returns the words that are neither of a listed text nor of the data. */
function listForeignText(shown: string, data: string): string[] {
  const rest = parts.reduce(
    (text, { part, pattern }) => (text.includes(part) ? text.replace(pattern, ' | ') : text),
    normalise(shown),
  )
  return (rest.match(/(?<![\w@./-])[a-z’]{4,}(?![\w@/-])/gi) ?? []).filter(
    (word) => !data.toLowerCase().includes(word.toLowerCase()),
  )
}

test.each(Object.entries(MAIL_SAMPLES))(
  'Every word of the mail %s is in the list of texts, or is data of the mail',
  async (name, samples) => {
    const template = templates[name as MailName] as (
      data: unknown,
      context: MailContext,
    ) => MailContent

    for (const sample of samples) {
      const { subject, element } = template(sample, CONTEXT)
      const shown = `${subject} ${await render(element, { plainText: true })}`
      const data = JSON.stringify([sample, MAIL_OPERATOR], (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      expect(listForeignText(shown.replace(/https?:\S+/g, ''), data)).toEqual([])
    }
  },
)

test('Every module with a screen or a mail has its list of texts', () => {
  const areas = new Set(files.map(({ area }) => area))
  expect([...areas].filter((area) => area.startsWith('modules/')).length).toBeGreaterThan(15)
  for (const area of ['web', 'ui', 'platform', 'lib', 'modules/portfolio'])
    expect(areas).toContain(area)
})

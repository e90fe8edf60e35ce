import { expect, test } from 'vitest'
import { readDocument } from './plain-document.ts'

const TEXT = `# Terms of {{name}}

Version: 2026-11-01

In short: **read** it.

## Your account

> One person,
> one account.

Write to [us](mailto:{{email}}) or [them](javascript:alert(1)).

- one
- two
  continues
`

test('A text of clauses is parsed with its summaries, lists, links and facts.', () => {
  const read = readDocument(TEXT, { name: 'Harbour', email: 'a@b.example' })
  expect(read).toEqual({
    title: 'Terms of Harbour',
    version: '2026-11-01',
    summary: [
      {
        kind: 'text',
        pieces: [{ text: 'In short: ' }, { text: 'read', strong: true }, { text: ' it.' }],
      },
    ],
    clauses: [
      {
        id: 'your-account',
        title: 'Your account',
        gist: [{ text: 'One person, one account.' }],
        blocks: [
          {
            kind: 'text',
            pieces: [
              { text: 'Write to ' },
              { text: 'us', to: 'mailto:a@b.example' },
              { text: ' or ' },
              { text: 'them' },
              { text: '.' },
            ],
          },
          { kind: 'list', items: [[{ text: 'one' }], [{ text: 'two continues' }]] },
        ],
      },
    ],
  })
})

test('An unknown fact is named in the error.', () => {
  expect(() => readDocument('# {{shoeSize}}', {})).toThrow('{{shoeSize}}')
})

test('A fact is text and never markup.', () => {
  const { summary } = readDocument('# T\n\nBy {{name}}.', { name: '**A** [b](https://c.example)' })
  expect(summary).toEqual([
    { kind: 'text', pieces: [{ text: 'By **A** [b](https://c.example).' }] },
  ])
})

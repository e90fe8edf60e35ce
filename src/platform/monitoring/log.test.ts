import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('details of a database error are not logged, because they can contain a secret', () => {
  let written = ''
  const log = openLog('info', { write: (line: string) => (written += line) })
  const detail = 'Failing row contains (mail_1, maya@example.com, {"code": "482913"}).'
  const refused = Object.assign(new Error('violates check constraint'), { code: '23514', detail })

  log.error({ err: refused }, 'a call broke')
  log.error({ err: new Error('around it', { cause: refused }) }, 'a job failed')

  expect(written).toContain('violates check constraint')
  expect(written).toContain('23514')
  expect(written).not.toContain('482913')
})

test('each line is one JSON object with its time in UTC, its level and its words, whatever is written', () => {
  let written = ''
  const log = openLog('info', { write: (line: string) => (written += line) })
  const hostile = [
    'two\r\nlines',
    '{"level":60,"msg":"forged"}',
    '\u001b[2J\u001b[31m',
    '\u2028\u2029\u0085\u0000\u0008',
    '"}\n{"level":60}',
    '%s %d %o',
  ]

  for (const text of hostile) log.warn({ path: text, [text]: text, err: new Error(text) }, text)

  const lines = written.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(hostile.length)

  for (const [at, line] of lines.entries()) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/)
    expect(JSON.parse(line)).toMatchObject({ level: 40, path: hostile[at] })
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('what the database says beside an error stays out of the log: it can hold a row with a code in it', () => {
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

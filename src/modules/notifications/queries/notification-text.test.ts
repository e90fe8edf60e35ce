import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { MAILS_ALONE, NOTIFICATION_KINDS } from '../model.ts'
import { formatNotification, WORDED } from './notification-text.ts'

const templates = readdirSync('src/modules', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/emails\/[^/]+\.tsx$/.test(file))
  .map((file) => basename(file, '.tsx'))

test('Every mail is either told in the app too, with its own words, or named as a mail alone', () => {
  const unsaid = templates.filter(
    (name) => !Object.hasOwn(NOTIFICATION_KINDS, name) && !MAILS_ALONE.has(name),
  )
  expect(unsaid, 'name them in NOTICES or MAILS_ALONE of notifications/model.ts').toEqual([])
  expect([...Object.keys(NOTIFICATION_KINDS)].sort()).toEqual([...WORDED].sort())
  expect(Object.keys(NOTIFICATION_KINDS).filter((name) => MAILS_ALONE.has(name))).toEqual([])
})

test('A notice whose words are gone says where else it stands', () => {
  expect(formatNotification('no-such-thing', {}).text).toContain('e-mails')
})

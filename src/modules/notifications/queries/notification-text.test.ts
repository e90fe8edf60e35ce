import { expect, test } from 'vitest'
import { MAIL_SAMPLES } from '../../../../tests/support/mail-samples.ts'
import { isNotifiedMail, stripSecrets } from '../model.ts'
import { formatNotification } from './notification-text.ts'

const notified = Object.entries(MAIL_SAMPLES).filter(([name]) => isNotifiedMail(name))

test.each(notified)('The notification of %s shows the data of its sender.', (name, [sample]) => {
  const { title, text, to } = formatNotification(name, stripSecrets(sample))

  expect(title).toMatch(/^\S.{3,120}$/)
  expect(`${title} ${text}`).not.toMatch(/undefined|null|NaN|\[object|Invalid/)
  expect(to).toMatch(/^\/dashboard/)
})

test('A notification of an unknown template refers to the mails.', () => {
  expect(formatNotification('no-such-thing', {}).text).toContain('email')
})

import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { FactorChange } from '../model/factors.ts'

export type FactorChangedMail = {
  what: FactorChange
  name?: string
  reason?: string
  frozen: boolean
  staff: boolean
  at: Date
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'factor-changed': FactorChangedMail
  }
}

const COPY: Record<FactorChange, readonly [subject: string, text: string]> = {
  'authenticator-added': [
    'Authenticator app added',
    'You’ll now need a code from your authenticator app as well as your password to log in.',
  ],
  'authenticator-removed': [
    'Authenticator app turned off',
    'Codes from your authenticator app no longer work. You can set one up again at any time.',
  ],
  'passkey-added': [
    'Passkey added',
    'You can use it to log in without a password, or as your second step with one.',
  ],
  'passkey-removed': ['Passkey removed', 'You can no longer log in with it.'],
  'passkey-copied': [
    'One of your passkeys was blocked',
    'It may have been copied: its use counter went backwards. You can no longer log in with ' +
      'it. Remove it on your Security page and add a new one.',
  ],
  'codes-renewed': [
    'New recovery codes created',
    'You created ten new recovery codes. The old ones no longer work.',
  ],
  'code-used': [
    'Recovery code used',
    'One of your recovery codes was used to log in. Each code works only once.',
  ],
  reset: [
    'Your two-factor authentication was reset',
    'Our staff removed your authenticator app and passkeys because you reported them lost, and ' +
      'logged you out everywhere. Log in with your password and set up 2FA again.',
  ],
}

export const mail: MailTemplate<'factor-changed'> = (data, context) => {
  const [subject, text] = COPY[data.what]
  const facts: [string, string][] = [['Time', formatUtcMinute(data.at)]]

  if (data.name) facts.push(['Passkey', data.name])
  if (data.reason) facts.push(['Reason', data.reason])

  return {
    subject,
    element: (
      <MailLayout context={context} preview="If this wasn’t you, lock your account now.">
        <MailText>{text}</MailText>
        <MailFacts facts={facts} />
        {data.frozen ? (
          <MailText>For your security, withdrawals are paused for 24 hours.</MailText>
        ) : null}
        <MailText>
          {data.staff
            ? 'If this wasn’t you, lock your access to the back office now. We’ll log you out ' +
              'everywhere and email you a link to set a new password.'
            : 'If this wasn’t you, lock your account now. We’ll log you out everywhere, pause ' +
              'withdrawals and email you a link to set a new password.'}
        </MailText>
        <MailButton href={data.link}>This wasn’t me</MailButton>
      </MailLayout>
    ),
  }
}

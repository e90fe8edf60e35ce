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
    'An authenticator app was added',
    'From now on your password alone no longer signs you in: a code of your authenticator ' +
      'app does, too.',
  ],
  'authenticator-removed': [
    'Your authenticator app was turned off',
    'Its codes no longer sign you in. You can set one up again at any time.',
  ],
  'passkey-added': [
    'A passkey was added',
    'It signs you in without a password, and counts as a second factor with one.',
  ],
  'passkey-removed': ['A passkey was removed', 'It no longer signs you in.'],
  'passkey-copied': [
    'A passkey of yours was refused',
    'Its counter went back, which happens when a copy of it exists. It no longer signs you ' +
      'in: remove it on your Security page and add a new one.',
  ],
  'codes-renewed': [
    'You have new recovery codes',
    'Ten new recovery codes were made. The old ones no longer work.',
  ],
  'code-used': [
    'A recovery code was used',
    'One of your recovery codes was used instead of your second factor. It does not work again.',
  ],
  reset: [
    'Your second factor was reset',
    'Our staff removed your second factors and passkeys because you reported them lost. All ' +
      'sessions were ended. Log in with your password and set up a new one.',
  ],
}

export const mail: MailTemplate<'factor-changed'> = (data, context) => {
  const [subject, text] = COPY[data.what]
  const facts: [string, string][] = [['When', formatUtcMinute(data.at)]]

  if (data.name) facts.push(['Passkey', data.name])
  if (data.reason) facts.push(['Reason', data.reason])

  return {
    subject,
    element: (
      <MailLayout context={context} preview="If this wasn't you, report it now.">
        <MailText>{text}</MailText>
        <MailFacts facts={facts} />
        {data.frozen ? (
          <MailText>
            To protect your money, withdrawals are paused for 24 hours after this. Your balance is
            untouched.
          </MailText>
        ) : null}
        <MailText>
          {data.staff
            ? 'If this wasn’t you, press the button: your access to the back office is blocked ' +
              'until you have set a new password with a link that we mail you.'
            : 'If this wasn’t you, press the button: sign-in and withdrawals are blocked until ' +
              'you have set a new password with a link that we mail you.'}
        </MailText>
        <MailButton href={data.link}>This wasn’t me</MailButton>
      </MailLayout>
    ),
  }
}

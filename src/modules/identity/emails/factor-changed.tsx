import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { FactorChange } from '../model/factors.ts'

const WORDS: Record<FactorChange, readonly [subject: string, text: string]> = {
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
    'It signs you in without a password, and is a second factor beside one.',
  ],
  'passkey-removed': ['A passkey was removed', 'It no longer signs you in.'],
  'passkey-copied': [
    'A passkey of yours was refused',
    'Its counter went back, which happens when somebody has a copy of it. It opens nothing ' +
      'any more: remove it on your Security page and add a new one.',
  ],
  'codes-renewed': [
    'You have new recovery codes',
    'Ten new recovery codes were made. The old ones no longer work.',
  ],
  'code-used': [
    'A recovery code was used',
    'One of your recovery codes stood in for your second factor. It does not work again.',
  ],
  reset: [
    'Your second factor was reset',
    'Our staff has taken your second factors and passkeys away, because you told us that ' +
      'they are lost. All sessions were ended. Log in with your password and set a new one ' +
      'up.',
  ],
}

export const mail: MailTemplate = (data, context) => {
  const [subject, text] = WORDS[data.what as FactorChange] ?? WORDS['codes-renewed']
  const facts: [string, string][] = [['When', formatUtcMinute(String(data.at))]]

  if (data.name) facts.push(['Passkey', String(data.name)])
  if (data.reason) facts.push(['Reason', String(data.reason)])

  return {
    subject,
    element: (
      <MailLayout context={context} preview="If this wasn't you, say so now.">
        <MailText>{text}</MailText>
        <MailFacts facts={facts} />
        {data.frozen ? (
          <MailText>
            To keep your money safe, withdrawals rest for 24 hours after this. Your balance is
            untouched.
          </MailText>
        ) : null}
        <MailText>
          {data.staff
            ? 'If this wasn’t you, press the button: nothing opens the back office from then ' +
              'on, until you have set a new password by a link that we mail you.'
            : 'If this wasn’t you, press the button: nobody can sign in or withdraw from then ' +
              'on, until you have set a new password by a link that we mail you.'}
        </MailText>
        <MailButton href={String(data.link)}>This wasn’t me</MailButton>
      </MailLayout>
    ),
  }
}

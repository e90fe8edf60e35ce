import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'New sign-in to your account',
  element: (
    <MailLayout context={context} preview="From a device that we have not seen before.">
      <MailText>
        Someone signed in to your account from a device that we have not seen before.
      </MailText>
      <MailFacts
        facts={[
          ['Device', String(data.device)],
          ['Address', String(data.near)],
          ['When', formatUtcMinute(String(data.at))],
        ]}
      />
      <MailText>If it was you, you need not do anything.</MailText>
      <MailText>
        {data.staff
          ? 'If it wasn’t, press the button: all sessions end at once, and nothing opens the ' +
            'back office until you have set a new password by a link that we mail you.'
          : 'If it wasn’t, press the button: all sessions end at once, and nobody can sign in ' +
            'or withdraw until you have set a new password by a link that we mail you.'}
      </MailText>
      <MailButton href={String(data.link)}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})

import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailChangeRequestedMail = {
  newEmail: string
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-change-requested': EmailChangeRequestedMail
  }
}

export const mail: MailTemplate<'email-change-requested'> = (data, context) => ({
  subject: 'A change of your e-mail address was requested',
  element: (
    <MailLayout context={context} preview="Nothing has changed yet.">
      <MailText>
        A change of your e-mail address to {data.newEmail} was requested. Nothing has changed yet:
        the change needs the link that we sent to that address.
      </MailText>
      <MailText>
        If this was not you, press the button: the change is cancelled, all sessions end, sign-in
        and withdrawals are blocked, and we mail you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This was not me</MailButton>
    </MailLayout>
  ),
})

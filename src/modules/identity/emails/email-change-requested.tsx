import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'A change of your e-mail address was asked for',
  element: (
    <MailLayout context={context} preview="Nothing has changed yet.">
      <MailText>
        Your account was asked to use {String(data.newEmail)} from now on. Nothing has changed yet:
        it takes the link that we sent to that address.
      </MailText>
      <MailText>
        If this was not you, press here: the change is stopped, all sessions end, nobody can sign in
        or withdraw, and we mail you a link to a new password.
      </MailText>
      <MailButton href={String(data.link)}>This was not me</MailButton>
    </MailLayout>
  ),
})

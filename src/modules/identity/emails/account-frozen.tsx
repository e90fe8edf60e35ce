import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your account is frozen',
  element: (
    <MailLayout context={context} preview="Set a new password to open it again.">
      <MailText>
        You told us that it wasn’t you. All sessions were ended, and nobody can sign in
        {data.staff ? '' : ' or withdraw'} any more.
      </MailText>
      <MailText>
        {data.staff ? '' : 'Your balance is untouched. '}To open your account again, ask for a link and set a
        new password. Before you do, make sure that nobody else reads this mailbox.
      </MailText>
      <MailButton href={`${context.publicUrl}${data.staff ? '/admin-forgot-password' : '/forgot-password'}`}>
        Set a new password
      </MailButton>
    </MailLayout>
  ),
})

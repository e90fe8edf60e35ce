import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: `Your access to the back office of ${context.operator}`,
  element: (
    <MailLayout context={context} preview="Choose a password to begin.">
      <MailText>
        {String(data.by)} has given you access to the back office, as {String(data.role)}.
      </MailText>
      <MailButton href={String(data.link)}>Choose a password</MailButton>
      <MailText>
        The link works once and for three days. After that, ask for a new one at the back office’s
        own ‘Forgot password’. If you did not expect this, tell the person above: nobody can sign in
        with your address until a password is chosen by this link.
      </MailText>
    </MailLayout>
  ),
})

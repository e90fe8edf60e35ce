import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailChangedMail = {
  newEmail: string
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-changed': EmailChangedMail
  }
}

export const mail: MailTemplate<'email-changed'> = (data, context) => ({
  subject: 'Your e-mail address was changed',
  element: (
    <MailLayout context={context} preview="If this was not you, restore your account here.">
      <MailText>
        Your account uses {data.newEmail} now; this is the last mail to this address. To protect
        your money, withdrawals are paused for 24 hours. Your balance is untouched.
      </MailText>
      <MailText>
        If this was not you, press the button within three days: the account uses this address
        again, all sessions end, and we mail you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This was not me</MailButton>
    </MailLayout>
  ),
})

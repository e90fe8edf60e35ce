import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ConfirmNewEmailMail = {
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'confirm-new-email': ConfirmNewEmailMail
  }
}

export const mail: MailTemplate<'confirm-new-email'> = (data, context) => ({
  subject: 'Confirm your new e-mail address',
  element: (
    <MailLayout context={context} preview="Confirm that your account uses this address.">
      <MailText>
        You requested that your account uses this address. Press the button within 30 minutes; the
        link works once.
      </MailText>
      <MailButton href={data.link}>Use this address</MailButton>
      <MailText>
        Withdrawals are paused for 24 hours afterwards. If you did not request this, ignore this
        mail: nothing changes.
      </MailText>
    </MailLayout>
  ),
})

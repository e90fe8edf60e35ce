import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Confirm your new e-mail address',
  element: (
    <MailLayout context={context} preview="One press and your account uses this address.">
      <MailText>
        You asked that your account uses this address. Press here within 30 minutes; the link works
        once.
      </MailText>
      <MailButton href={String(data.link)}>Use this address</MailButton>
      <MailText>
        Withdrawals rest for 24 hours afterwards. If you did not ask for this, do nothing: your
        address is used for nothing.
      </MailText>
    </MailLayout>
  ),
})

import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailCode, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type VerifyCodeMail = {
  code: string
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'verify-code': VerifyCodeMail
  }
}

export const mail: MailTemplate<'verify-code'> = (data, context) => ({
  subject: 'Your verification code',
  element: (
    <MailLayout context={context} preview="The code is valid for 10 minutes.">
      <MailText>Enter this code to verify your email address. It’s valid for 10 minutes.</MailText>
      <MailCode>{data.code}</MailCode>
      <MailText>Or use this link within 24 hours:</MailText>
      <MailButton href={data.link}>Verify email address</MailButton>
      <MailText>
        If you didn’t sign up, ignore this email. Someone probably entered your address by mistake.
      </MailText>
    </MailLayout>
  ),
})

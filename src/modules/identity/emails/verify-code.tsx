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
    <MailLayout context={context} preview="It works for ten minutes.">
      <MailText>
        Enter this code to verify your e-mail address. It works for ten minutes and five tries.
      </MailText>
      <MailCode>{data.code}</MailCode>
      <MailText>Or verify it from here, within a day:</MailText>
      <MailButton href={data.link}>Verify my e-mail address</MailButton>
      <MailText>
        If you have not signed up, ignore this mail: your address was probably typed by mistake, and
        nothing happens unless the code or the link is used.
      </MailText>
    </MailLayout>
  ),
})

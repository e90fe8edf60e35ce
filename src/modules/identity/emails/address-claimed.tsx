import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'address-claimed': EmptyMail
  }
}

export const mail: MailTemplate<'address-claimed'> = (_data, context) => ({
  subject: 'Another account tried to use your e-mail address',
  element: (
    <MailLayout context={context} preview="Nothing was changed.">
      <MailText>
        The owner of another account, perhaps you, tried to use this e-mail address for it. Your
        account uses it already, so nothing was changed, and the request did not reveal that you
        have an account.
      </MailText>
      <MailText>
        If you have two accounts, close one of them first. Otherwise you need not do anything.
      </MailText>
      <MailButton href={`${context.publicUrl}/login`}>Log in</MailButton>
    </MailLayout>
  ),
})

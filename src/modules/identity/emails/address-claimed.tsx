import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (_data, context) => ({
  subject: 'Somebody wanted to use your e-mail address',
  element: (
    <MailLayout context={context} preview="Nothing was changed.">
      <MailText>
        Somebody with another account, perhaps you, wanted to use this e-mail address for it. It is
        yours already, so nothing was changed, and whoever asked wasn’t told.
      </MailText>
      <MailText>
        If you have two accounts, close one of them first. Otherwise you need not do anything.
      </MailText>
      <MailButton href={`${context.publicUrl}/login`}>Log in</MailButton>
    </MailLayout>
  ),
})

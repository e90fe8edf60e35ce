import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'You already have an account',
  element: (
    <MailLayout context={context} preview="Someone signed up with your address.">
      <MailText>
        Someone, perhaps you, has just signed up with this e-mail address. You have an account
        already, so nothing was changed.
      </MailText>
      <MailText>
        {data.unverified
          ? 'Your address is not verified yet: log in with your password and we send you a ' +
            'new code.'
          : 'Log in with your password.'}{' '}
        If you have forgotten it, you can set a new one.
      </MailText>
      <MailButton href={`${context.publicUrl}/login`}>Log in</MailButton>
      <MailText>Forgotten password: {`${context.publicUrl}/forgot-password`}</MailText>
      <MailText>
        If this was not you, you need not do anything: whoever it was has learned nothing.
      </MailText>
    </MailLayout>
  ),
})

import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type AccountExistsMail = {
  unverified: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-exists': AccountExistsMail
  }
}

export const mail: MailTemplate<'account-exists'> = (data, context) => ({
  subject: 'You already have an account',
  element: (
    <MailLayout context={context} preview="Someone tried to sign up with your email address.">
      <MailText>
        Someone (maybe you) just tried to sign up with this email address. You already have an
        account, so nothing has changed.
      </MailText>
      <MailText>
        {data.unverified
          ? 'Your email address isn’t verified yet. Log in with your password and we’ll send you ' +
            'a new code.'
          : 'Log in with your password.'}{' '}
        If you’ve forgotten it, you can reset it.
      </MailText>
      <MailButton href={`${context.publicUrl}/login`}>Log in</MailButton>
      <MailText>Forgot your password? {`${context.publicUrl}/forgot-password`}</MailText>
      <MailText>
        If this wasn’t you, no action is needed. The sign-up page doesn’t reveal that you have an
        account.
      </MailText>
    </MailLayout>
  ),
})

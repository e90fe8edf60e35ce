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
        If this was not you, you need not do anything. The sign-up page did not reveal that you have
        an account.
      </MailText>
    </MailLayout>
  ),
})

import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailRestoredMail = {
  email: string
  /** The address that sets a new password. */
  link?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-restored': EmailRestoredMail
  }
}

/**
 * Goes to a member whose report reverted a change of address: the account is locked, and how to
 * unlock it.
 */
export const mail: MailTemplate<'email-restored'> = (data, context) => ({
  subject: 'Your account is locked and your email address is restored',
  element: (
    <MailLayout context={context} preview="Set a new password to unlock your account.">
      <MailText>
        You reported that you didn’t change your email address. We changed it back to {data.email},
        locked your account and logged you out everywhere. No one can log in or withdraw until you
        set a new password.
      </MailText>
      <MailButton href={data.link ?? `${context.publicUrl}/forgot-password`}>
        Set a new password
      </MailButton>
      <MailText>
        The link works once and expires in 30 minutes. To get a new one, use ‘Forgot Password’ on
        the login page. Withdrawals stay paused for 24 hours after you set your new password.
      </MailText>
      <MailText>
        Then check your withdrawal addresses and recent requests. If you don’t recognise something,
        contact us.
      </MailText>
    </MailLayout>
  ),
})

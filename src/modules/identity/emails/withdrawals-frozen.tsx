import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalsFrozenMail = {
  /** True where the address belongs to another account by now, so that the staff has to help. */
  byStaff: boolean
  /** The address that sets a new password; missing where the staff has to help. */
  link?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawals-frozen': WithdrawalsFrozenMail
  }
}

/** Goes to a member after a compromise report: the account is locked, and how to unlock it. */
export const mail: MailTemplate<'withdrawals-frozen'> = (data, context) => ({
  subject: 'Your account is locked',
  element: (
    <MailLayout
      context={context}
      preview={
        data.byStaff ? 'Reply to this email to get it back.' : 'Set a new password to unlock it.'
      }
    >
      <MailText>
        You reported activity that wasn’t yours, so we locked your account and logged you out
        everywhere. No one can log in or withdraw until you set a new password.
      </MailText>
      {data.byStaff ? (
        <MailText>
          This email address now belongs to another account, so we can’t restore it to yours, and we
          haven’t sent a link to the address your account uses now. Reply to this email from this
          address and our staff will help you get your account back.
        </MailText>
      ) : (
        <>
          <MailButton href={data.link ?? `${context.publicUrl}/forgot-password`}>
            Set a new password
          </MailButton>
          <MailText>
            The link works once and expires in 30 minutes. To get a new one, use ‘Forgot Password’
            on the login page. Withdrawals stay paused for 24 hours after you set your new password.
          </MailText>
          <MailText>
            Then check your withdrawal addresses and recent requests. If you don’t recognise
            something, contact us.
          </MailText>
        </>
      )}
    </MailLayout>
  ),
})

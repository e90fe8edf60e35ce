import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type AccountClosedMail = {
  byStaff: boolean
  reason: string | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-closed': AccountClosedMail
  }
}

export const mail: MailTemplate<'account-closed'> = (data, context) => ({
  subject: 'Your account is closed',
  element: (
    <MailLayout context={context} preview="What we’ve erased and what we retain.">
      <MailText>
        {data.byStaff
          ? 'Our staff closed your account.'
          : 'Your account is closed, as you requested.'}{' '}
        We erased your name, email address, phone number, country and withdrawal addresses, and
        logged you out everywhere.
      </MailText>
      {data.reason && <MailFacts facts={[['Reason', data.reason]]} />}
      <MailText>
        Your transactions stay in the ledger without your name. The audit log can’t be changed, so
        its entries and the names in them remain. We’ll erase your proofs of payment and our emails
        to you when their retention period ends.
      </MailText>
      <MailText>
        You can sign up again with this email address at any time. Thanks for being a member.
      </MailText>
    </MailLayout>
  ),
})

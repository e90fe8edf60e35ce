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
    <MailLayout
      context={context}
      preview="The data that was erased, and the data we must retain by law."
    >
      <MailText>
        {data.byStaff
          ? 'Our staff closed your account.'
          : 'Your account is closed, as you requested.'}{' '}
        Your name, addresses, phone number and country were erased, and all sessions were ended.
      </MailText>
      {data.reason && <MailFacts facts={[['Reason', data.reason]]} />}
      <MailText>
        Ledger postings stay under a number without your name. The audit log, which cannot be
        changed, retains the events and the names in them. Proofs of payment and mails are erased at
        the end of the legally required retention period.
      </MailText>
      <MailText>
        You can sign up again with this address at any time. Thank you for your trust.
      </MailText>
    </MailLayout>
  ),
})

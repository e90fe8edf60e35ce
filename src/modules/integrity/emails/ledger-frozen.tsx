import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type LedgerFrozenMail = {
  because: string
  problems: readonly string[]
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'ledger-frozen': LedgerFrozenMail
  }
}

export const mail: MailTemplate<'ledger-frozen'> = (data, context) => {
  const problems = data.problems.map((problem, index) => [`Problem ${index + 1}`, problem] as const)

  return {
    subject: 'Ledger frozen: integrity check failed',
    element: (
      <MailLayout
        forStaff
        context={context}
        preview="No money can move until two admins unfreeze the ledger."
      >
        <MailText>
          An integrity check of the ledger failed, so we stopped all postings. Data can still be
          viewed.
        </MailText>
        <MailFacts facts={[['Cause', data.because], ...problems]} />
        <MailText>
          Find the cause first: run “npm run verify” and compare the result with the ledger hashes
          we’ve emailed you. Once the problem is fixed, an owner proposes to unfreeze the ledger and
          gives the reason, and a second admin approves it.
        </MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard`}>View back office</MailButton>
      </MailLayout>
    ),
  }
}

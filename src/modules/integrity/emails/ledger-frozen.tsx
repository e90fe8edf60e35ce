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
    subject: 'The ledger is frozen: a check failed',
    element: (
      <MailLayout
        context={context}
        preview="No money moves until two admins have unfrozen the ledger."
      >
        <MailText>
          An integrity check of the ledger failed. All posting has stopped; everything can still be
          read. No data is lost.
        </MailText>
        <MailFacts facts={[['Cause', data.because], ...problems]} />
        <MailText>
          Find the cause first: run “npm run verify”, and compare the result with the anchors in
          your mail. When the problem is corrected, an owner proposes to unfreeze the ledger with
          the reason, and another admin approves.
        </MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard`}>Open the back office</MailButton>
      </MailLayout>
    ),
  }
}

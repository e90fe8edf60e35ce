import type { Day } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type LedgerAnchorMail = {
  day: Day
  block: bigint
  seq: bigint
  hash: string
  owed: Cents
  auditHead: { place: bigint; hash: string } | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'ledger-anchor': LedgerAnchorMail
  }
}

const listAuditFacts = ({ auditHead }: LedgerAnchorMail) =>
  auditHead === null
    ? []
    : ([
        ['Audit events', String(auditHead.place)],
        ['Hash of the audit log', auditHead.hash],
      ] as const)

export const mail: MailTemplate<'ledger-anchor'> = (data, context) => ({
  subject: `Ledger anchor of ${data.day}`,
  element: (
    <MailLayout
      context={context}
      preview="Store this mail: it contains the head of the journal’s hash chain."
    >
      <MailText>
        Store this mail. It is a copy of the ledger’s hash outside the database, so a later change
        of the ledger can be proved: “npm run verify” reports whether the chain still has this
        block.
      </MailText>
      <MailFacts
        facts={[
          ['Block', String(data.block)],
          ['Rows chained', String(data.seq)],
          ['Hash', data.hash],
          ['Owed to members', formatUsd(data.owed)],
          ...listAuditFacts(data),
        ]}
      />
    </MailLayout>
  ),
})

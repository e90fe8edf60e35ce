import { type Day, formatDay } from '#lib/dates.ts'
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
        ['Audit log entries', String(auditHead.place)],
        ['Audit log hash', auditHead.hash],
      ] as const)

export const mail: MailTemplate<'ledger-anchor'> = (data, context) => ({
  subject: `Ledger hash for ${formatDay(data.day)}`,
  element: (
    <MailLayout
      forStaff
      context={context}
      preview="Store this email as an independent copy of the ledger’s latest hash."
    >
      <MailText>
        Store this email. It’s a copy of the ledger’s latest hash outside the database, so any later
        change to the ledger can be detected. Run “npm run verify” to check that the hash chain
        still contains this block.
      </MailText>
      <MailFacts
        facts={[
          ['Block', String(data.block)],
          ['Ledger rows', String(data.seq)],
          ['Hash', data.hash],
          ['Owed to members', formatUsd(data.owed)],
          ...listAuditFacts(data),
        ]}
      />
    </MailLayout>
  ),
})

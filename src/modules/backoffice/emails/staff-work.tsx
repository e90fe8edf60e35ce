import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

type Proposals = {
  count: number
  named: readonly { title: string; expiresAt: Date | null }[]
}

/** Counts and kinds only: no name and no amount of a member leaves the system by this mail. */
export type StaffWorkMail = {
  daily: boolean
  deposits: number
  withdrawals: number
  approvals: Proposals
  expiring: Proposals
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-work': StaffWorkMail
  }
}

const countWork = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns one line for each kind of work there is. */
const listLines = ({ deposits, withdrawals, approvals, expiring }: StaffWorkMail): string[] =>
  [
    deposits > 0 ? `${countWork(deposits, 'deposit')} to confirm` : '',
    withdrawals > 0 ? `${countWork(withdrawals, 'withdrawal')} to approve or pay` : '',
    approvals.count > 0 ? `${countWork(approvals.count, 'approval')} pending` : '',
    expiring.count > 0 ? `${countWork(expiring.count, 'approval')} about to expire` : '',
  ].filter(Boolean)

const listProposals = ({ named }: Proposals): [string, string][] =>
  named.map(({ title, expiresAt }) => [
    title,
    expiresAt ? `expires ${formatUtcMinute(expiresAt)}` : 'doesn’t expire',
  ])

export const mail: MailTemplate<'staff-work'> = (data, context) => {
  const lines = listLines(data)
  const { named } = data.approvals.count > 0 ? data.approvals : data.expiring
  const facts = listProposals({ count: named.length, named })

  return {
    subject: data.daily ? `Open work: ${lines.join(', ')}` : `New: ${lines.join(', ')}`,
    element: (
      <MailLayout forStaff context={context} preview={lines.join(', ')}>
        <MailText>
          {data.daily ? 'This is waiting for you in the back office:' : 'New in the back office:'}
        </MailText>
        {lines.map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        {facts.length > 0 && <MailFacts facts={facts} />}
        <MailButton href={`${context.publicUrl}/admin-dashboard`}>Open the back office</MailButton>
        <MailText>
          You can change when you get these emails under Notifications in the back office.
        </MailText>
      </MailLayout>
    ),
  }
}

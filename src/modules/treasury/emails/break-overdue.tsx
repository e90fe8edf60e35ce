import { formatUtcMinute } from '#lib/dates.ts'
import { type Currency, formatGroupedAmount } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type BreakOverdueMail = {
  breakId: string
  account: string
  currency: Currency
  taken: boolean
  units: bigint
  bookUnits: bigint
  difference: bigint
  openedAt: Date
  asOf: Date
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'break-overdue': BreakOverdueMail
  }
}

export const mail: MailTemplate<'break-overdue'> = (data, context) => {
  const { account, currency } = data
  const formatUnits = (units: bigint) => `${formatGroupedAmount(units, currency)} ${currency}`

  return {
    subject: `A break in ${account} is overdue`,
    element: (
      <MailLayout context={context} preview="The balance in custody differs from the ledger.">
        <MailText>
          The balance in custody differs from the ledger for longer than a break may stay open.{' '}
          {data.taken ? 'It is assigned to you.' : 'It is not assigned yet.'} Find the cause and
          record a balance that agrees, or explain the difference.
        </MailText>
        <MailFacts
          facts={[
            ['Account', account],
            ['Balance in custody', formatUnits(data.units)],
            ['Balance in the ledger', formatUnits(data.bookUnits)],
            ['Difference', formatUnits(data.difference)],
            ['Last compared as of', formatUtcMinute(data.asOf)],
            ['Open since', formatUtcMinute(data.openedAt)],
            ['Break', data.breakId],
          ]}
        />
        <MailText>We send this reminder once a day until the break is resolved.</MailText>
      </MailLayout>
    ),
  }
}

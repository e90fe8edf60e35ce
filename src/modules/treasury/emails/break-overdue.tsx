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
    subject: `Overdue reconciliation break: ${account}`,
    element: (
      <MailLayout
        forStaff
        context={context}
        preview={`Difference: ${formatUnits(data.difference)}.`}
      >
        <MailText>
          {'The external balance has differed from the ledger for longer than a break may stay ' +
            'open. '}
          {data.taken ? 'This break is assigned to you.' : 'This break is not assigned yet.'} Find
          the cause, then record a matching balance or resolve the break with an explanation.
        </MailText>
        <MailFacts
          facts={[
            ['Account', account],
            ['External balance', formatUnits(data.units)],
            ['Ledger balance', formatUnits(data.bookUnits)],
            ['Difference', formatUnits(data.difference)],
            ['Last compared', formatUtcMinute(data.asOf)],
            ['Open since', formatUtcMinute(data.openedAt)],
            ['Break ID', data.breakId],
          ]}
        />
        <MailText>We’ll send this reminder once a day until the break is resolved.</MailText>
      </MailLayout>
    ),
  }
}

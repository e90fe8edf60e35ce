import { formatUtcMinute } from '#lib/dates.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import { MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const currency = data.currency as Currency
  const formatUnits = (units: unknown) =>
    `${formatAmount(BigInt(String(units)), currency)} ${currency}`

  return {
    subject: `A difference in ${String(data.account)} is overdue`,
    element: (
      <MailLayout context={context} preview="What is held outside differs from the books.">
        <MailText>
          What is held outside differs from the books for longer than a break may stay open.{' '}
          {data.taken ? 'You have taken it.' : 'Nobody has taken it yet.'} Find the reason and
          record a balance that agrees, or explain the difference.
        </MailText>
        <MailFacts
          facts={[
            ['Account', String(data.account)],
            ['Held outside', formatUnits(data.units)],
            ['In the books', formatUnits(data.bookUnits)],
            ['Difference', formatUnits(data.difference)],
            ['Last compared as of', formatUtcMinute(String(data.asOf))],
            ['Open since', formatUtcMinute(String(data.openedAt))],
            ['Break', String(data.breakId)],
          ]}
        />
        <MailText>You are reminded once a day until it is resolved.</MailText>
      </MailLayout>
    ),
  }
}

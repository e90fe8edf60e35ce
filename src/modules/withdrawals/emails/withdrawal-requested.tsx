import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const amount = BigInt(String(data.amount))
  const fee = BigInt(String(data.fee))

  return {
    subject: 'You asked for a withdrawal',
    element: (
      <MailLayout context={context} preview={`${formatUsd(amount)} is set aside until it is paid.`}>
        <MailText>
          You asked for a withdrawal. The amount is set aside until we have paid it; while it is
          pending you can cancel it, and everything is as it was.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(amount)],
            ['Fee', formatUsd(fee)],
            ['What arrives', formatUsd(amount - fee)],
            ['Address', String(data.address)],
          ]}
        />
        {typeof data.payableFrom === 'string' && (
          <MailText>The address is new, so the request waits until {data.payableFrom}.</MailText>
        )}
        <MailText>
          If this was not you, please change your password and write to us at once.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          See your withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}

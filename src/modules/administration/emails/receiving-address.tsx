import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ReceivingAddressMail = {
  by: string
  method: string
  address: string
  effectiveFrom: Date | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'receiving-address': ReceivingAddressMail
  }
}

/** Goes to all staff, so that no receiving address changes unnoticed. */
export const mail: MailTemplate<'receiving-address'> = (data, context) => {
  const { by, method, address, effectiveFrom: from } = data

  return {
    subject: from
      ? `New receiving address for ${method}`
      : `A new receiving address for ${method} is proposed`,
    element: (
      <MailLayout context={context} preview="All staff are notified of a new receiving address.">
        <MailText>
          {by} {from ? 'has set' : 'proposes'} this address for {method}:
        </MailText>
        <MailText>{address}</MailText>
        <MailText>
          {from
            ? `Members are asked to pay to it from ${formatUtcMinute(from)} on.`
            : 'It takes effect a day after a second admin has approved it.'}{' '}
          If you did not expect this, contact an owner now. An owner can pause deposits in the
          settings.
        </MailText>
      </MailLayout>
    ),
  }
}

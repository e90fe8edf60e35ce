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
      : `New receiving address proposed for ${method}`,
    element: (
      <MailLayout
        forStaff
        context={context}
        preview="We notify all staff when a receiving address changes."
      >
        <MailText>
          {from
            ? `${by} set a new receiving address for ${method}:`
            : `${by} proposed a new receiving address for ${method}:`}
        </MailText>
        <MailText>{address}</MailText>
        <MailText>
          {from
            ? `New deposits will use it from ${formatUtcMinute(from)}.`
            : 'It takes effect 24 hours after a second admin approves it.'}{' '}
          If you weren’t expecting this, contact an owner now. An owner can pause deposits in
          Settings.
        </MailText>
      </MailLayout>
    ),
  }
}

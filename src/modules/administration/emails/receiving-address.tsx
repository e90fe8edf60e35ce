import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

/** Goes to everyone of the staff: whoever changes where money arrives is seen by all. */
export const mail: MailTemplate = (data, context) => {
  const from = data.effectiveFrom ? String(data.effectiveFrom) : null
  const method = String(data.method)

  return {
    subject: from
      ? `New receiving address for ${method}`
      : `A new receiving address for ${method} is proposed`,
    element: (
      <MailLayout
        context={context}
        preview="Whoever changes where money arrives is seen by all of you."
      >
        <MailText>
          {String(data.by)} {from ? 'has set' : 'proposes'} this address for {method}:
        </MailText>
        <MailText>{String(data.address)}</MailText>
        <MailText>
          {from
            ? `Members are asked to pay to it from ${formatUtcMinute(from)} on.`
            : 'It counts a day after a second admin has agreed to it.'}{' '}
          If you know nothing of this, speak to an owner now: deposits can be paused at once in the
          settings.
        </MailText>
      </MailLayout>
    ),
  }
}

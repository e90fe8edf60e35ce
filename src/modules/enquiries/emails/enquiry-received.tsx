import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { EnquiryKind } from '../model.ts'

export type EnquiryReceivedMail = {
  enquiryId: string
  reference: string
  kind: EnquiryKind
  name: string
  replyTo: string
  phone: string | null
  subject: string
  message: string
  hasFile: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'enquiry-received': EnquiryReceivedMail
  }
}

export const mail: MailTemplate<'enquiry-received'> = (data, context) => {
  const career = data.kind === 'career'
  const facts: [string, string][] = [
    ['From', data.name],
    ['Reply to', data.replyTo],
    [career ? 'Position' : 'Subject', data.subject],
    ['Reference', data.reference],
  ]

  if (data.phone) facts.splice(2, 0, ['Phone', data.phone])

  return {
    subject: career ? `Job application: ${data.subject}` : `New message: ${data.subject}`,
    element: (
      <MailLayout
        forStaff
        context={context}
        preview={`From ${data.name}, through the public site.`}
      >
        <MailText>
          {career
            ? 'You have a new job application from the public site.'
            : 'You have a new message from the public site.'}{' '}
          The sender’s identity isn’t verified.
        </MailText>
        <MailFacts facts={facts} />
        <MailText>{data.message}</MailText>
        {data.hasFile && <MailText>You can download the CV in the back office.</MailText>}
        <MailButton href={`${context.publicUrl}/admin-dashboard/messages?open=${data.enquiryId}`}>
          Reply in the back office
        </MailButton>
      </MailLayout>
    ),
  }
}

import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { EnquiryKind } from '../model.ts'

export type EnquiryReceivedMail = {
  enquiryId: string
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
  ]

  if (data.phone) facts.splice(2, 0, ['Phone', data.phone])

  return {
    subject: career ? `An application: ${data.subject}` : `A message: ${data.subject}`,
    element: (
      <MailLayout context={context} preview={`${data.name} wrote to you through the public site.`}>
        <MailText>
          {career
            ? 'You received an application for a position through the public site.'
            : 'You received a message through the public site.'}{' '}
          We have not verified the sender.
        </MailText>
        <MailFacts facts={facts} />
        <MailText>{data.message}</MailText>
        {data.hasFile && <MailText>The CV is in the back office.</MailText>}
        <MailButton href={`${context.publicUrl}/admin-dashboard/messages`}>
          Open the messages
        </MailButton>
      </MailLayout>
    ),
  }
}

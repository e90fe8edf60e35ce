import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailText } from '#ui/mail/mail-parts.tsx'
import { MailParagraphs, MailQuote } from '#ui/mail/mail-quote.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EnquiryReplyMail = {
  reference: string
  subject: string
  reply: string
  message: string
  receivedAt: Date
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'enquiry-reply': EnquiryReplyMail
  }
}

export const mail: MailTemplate<'enquiry-reply'> = (data, context) => ({
  subject: `Re: ${data.subject} (${data.reference})`,
  replyTo: context.operator.email,
  element: (
    <MailLayout context={context} preview={`Our reply to your message ${data.reference}.`}>
      <MailParagraphs text={data.reply} />
      <MailText>
        If you have another question, reply to this email. Please leave {data.reference} in the
        subject.
      </MailText>
      <MailQuote
        title={`Your message of ${formatUtcMinute(data.receivedAt)}`}
        text={data.message}
      />
    </MailLayout>
  ),
})

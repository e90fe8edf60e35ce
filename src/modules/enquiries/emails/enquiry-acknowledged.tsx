import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { EnquiryKind } from '../model.ts'

/** Nothing that the writer typed: the address may belong to another person. */
export type EnquiryAcknowledgedMail = { reference: string; kind: EnquiryKind }

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'enquiry-acknowledged': EnquiryAcknowledgedMail
  }
}

export const mail: MailTemplate<'enquiry-acknowledged'> = ({ reference, kind }, context) => {
  const career = kind === 'career'
  return {
    subject: career
      ? `We’ve got your application (${reference})`
      : `We’ve got your message (${reference})`,
    replyTo: context.operator.email,
    element: (
      <MailLayout context={context} preview={`Your reference is ${reference}.`}>
        <MailText>
          {career
            ? 'Thanks for your application. We read every application and reply within two weeks.'
            : 'Thanks for writing to us. We read every message and aim to reply by email within ' +
              'two business days.'}
        </MailText>
        <MailFacts facts={[['Your reference', reference]]} />
        <MailText>
          If you didn’t write to us at {new URL(context.publicUrl).host}, you can ignore this email.
        </MailText>
      </MailLayout>
    ),
  }
}

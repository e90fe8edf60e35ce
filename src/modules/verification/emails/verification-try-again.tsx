import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type VerificationTryAgainMail = {
  level: string
  /** The instruction to the member. */
  reason: string
  /** The names of the documents to send again. */
  documents: readonly string[]
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'verification-try-again': VerificationTryAgainMail
  }
}

export const mail: MailTemplate<'verification-try-again'> = (data, context) => ({
  subject: 'Please send your documents again',
  element: (
    <MailLayout context={context} preview="We need something else to verify your identity.">
      <MailText>We couldn’t verify your identity with what you sent. Here is what to do:</MailText>
      <MailFacts
        facts={[
          ['Level', data.level],
          ['What to do', data.reason],
          ...(data.documents.length > 0
            ? ([['Send again', data.documents.join(', ')]] as const)
            : []),
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard/verification`}>Send documents</MailButton>
    </MailLayout>
  ),
})

import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const career = data.kind === 'career'
  const facts: [string, string][] = [
    ['From', String(data.name)],
    ['Answer to', String(data.replyTo)],
    ...(data.phone ? [['Phone', String(data.phone)] as [string, string]] : []),
    [career ? 'Position' : 'Subject', String(data.subject)],
  ]

  return {
    subject: career
      ? `An application: ${String(data.subject)}`
      : `A message: ${String(data.subject)}`,
    element: (
      <MailLayout
        context={context}
        preview={`${String(data.name)} wrote to you on the public site.`}
      >
        <MailText>
          {career
            ? 'Somebody applied for a position on the public site.'
            : 'Somebody wrote to you on the public site.'}{' '}
          We have not checked who it is.
        </MailText>
        <MailFacts facts={facts} />
        <MailText>{String(data.message)}</MailText>
        {data.hasFile === true && <MailText>The CV is in the back office.</MailText>}
        <MailButton href={`${context.publicUrl}/admin-dashboard/messages`}>
          Open the messages
        </MailButton>
      </MailLayout>
    ),
  }
}

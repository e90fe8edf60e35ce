import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const lines = Array.isArray(data.told) ? data.told.map(String) : []
  return {
    subject: 'The books are frozen: a check failed',
    element: (
      <MailLayout context={context} preview="No money moves until two admins have looked into it.">
        <MailText>
          A check of the books found something that must never be. All posting has stopped;
          everything can still be read. Nothing is lost.
        </MailText>
        <MailFacts
          facts={[
            ['Broken', String(data.because)],
            ...lines.map((line, index): [string, string] => [`Found ${index + 1}`, line]),
          ]}
        />
        <MailText>
          Find out what happened before anything else: run “npm run verify”, and compare with the
          witnesses in your mail. When it is put right, an owner proposes to unfreeze the books with
          the reason, and another admin approves.
        </MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard`}>Open the back office</MailButton>
      </MailLayout>
    ),
  }
}

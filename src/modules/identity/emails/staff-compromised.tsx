import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

/**
 * Goes to all of the staff: one of them said that a change to their access, or a sign-in, was not
 * theirs.
 */
export const mail: MailTemplate = (data, context) => ({
  subject: data.own ? 'Your access is resting' : 'One of the staff said: this was not me',
  element: (
    <MailLayout
      context={context}
      preview="All their sessions were ended, and nothing opens the back office."
    >
      <MailText>
        {data.own
          ? 'You told us that this was not you. All your sessions were ended, and nothing ' +
            'opens the back office for you until you have set a new password by the link in ' +
            'our next mail.'
          : `${String(data.name)} has pressed ‘This was not me’ in a mail. All their sessions
            were ended, and nothing opens the back office for them until they have set a new
            password.`}
      </MailText>
      <MailFacts
        facts={[
          ['The mail was about', String(data.about).replace(/-/g, ' ')],
          ['When', formatUtcMinute(String(data.at))],
        ]}
      />
      <MailText>
        {data.own
          ? 'Look afterwards at what was done in your name, and tell an owner if anything ' +
            'there isn’t yours.'
          : 'Look at what was done in their name since, and at what waits for approval.'}
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/audit`}>
        Look at the record
      </MailButton>
    </MailLayout>
  ),
})

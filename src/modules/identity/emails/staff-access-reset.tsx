import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

/**
 * Goes to whom it is about, with the link, and without one to everybody else of the staff: nobody
 * is let in unseen.
 */
export const mail: MailTemplate = (data, context) => {
  const own = data.link !== undefined
  return {
    subject: own
      ? 'Your way back into the back office'
      : `The access of ${String(data.about)} was reset on the server`,
    element: (
      <MailLayout context={context} preview="This was done on the server itself.">
        <MailText>
          {own
            ? 'Whoever runs the server has ended your sessions and taken your password and ' +
              'second factors away. Choose a new password by the link; it works once and for ' +
              'three days. Then you set up a second factor.'
            : 'Whoever runs the server has taken password and second factors of ' +
              `${String(data.about)} away and mailed them a link to a new password.`}
        </MailText>
        <MailFacts
          facts={[
            ['Who', `${String(data.about)}, ${String(data.role)}`],
            ['When', formatUtcMinute(String(data.at))],
          ]}
        />
        <MailText>
          {own
            ? 'If you did not ask for this, don’t use the link, and speak to whoever runs the ' +
              'server now.'
            : 'If you know nothing of this, speak to them and to whoever runs the server now. ' +
              'An owner can suspend their access until it is clear.'}
        </MailText>
        <MailButton href={own ? String(data.link) : `${context.publicUrl}/admin-dashboard/staff`}>
          {own ? 'Choose a password' : 'Look at the staff'}
        </MailButton>
      </MailLayout>
    ),
  }
}

import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

/** Goes to whoever of the staff may help a member: somebody said that a change was not theirs. */
export const mail: MailTemplate = (data, context) => ({
  subject: 'A member said: this was not me',
  element: (
    <MailLayout
      context={context}
      preview="All their sessions were ended, and nothing is paid to them."
    >
      <MailText>
        {String(data.name)} has pressed ‘This was not me’ in a mail. All their sessions were ended,
        nobody can sign in, and their withdrawals rest until they have set a new password.
      </MailText>
      <MailFacts
        facts={[
          ['The mail was about', String(data.about).replace(/-/g, ' ')],
          ['When', formatUtcMinute(String(data.at))],
        ]}
      />
      <MailText>
        {data.disputed
          ? 'Their old address belongs to another account by now, so nobody was mailed a ' +
            'link. Make sure who they are, and give the account back at an address of theirs.'
          : 'Look at their wallet addresses and open requests. There is nothing you have to ' +
            'do for them to get in again.'}
      </MailText>
      <MailButton
        href={`${context.publicUrl}/admin-dashboard/manage-user/${String(data.memberId)}`}
      >
        Look at the account
      </MailButton>
    </MailLayout>
  ),
})

import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type MemberCompromisedMail = {
  memberId: string
  name: string
  about: string
  disputed: boolean
  at: Date
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'member-compromised': MemberCompromisedMail
  }
}

/** Goes to the staff who may restore access, after a member reported a compromised account. */
export const mail: MailTemplate<'member-compromised'> = (data, context) => ({
  subject: 'Member reported a compromised account',
  element: (
    <MailLayout
      forStaff
      context={context}
      preview={`${data.name} is logged out everywhere and withdrawals are paused.`}
    >
      <MailText>
        {data.name} used the ‘This wasn’t me’ link in an email. We logged them out everywhere. They
        can’t log in or withdraw until they set a new password.
      </MailText>
      <MailFacts
        facts={[
          ['Reported email', data.about.replace(/-/g, ' ')],
          ['Time', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>
        {data.disputed
          ? 'Their previous email address now belongs to another account, so we didn’t send a ' +
            'reset link. Verify their identity, then restore the account with another address ' +
            'that belongs to them.'
          : 'Check their withdrawal addresses and open requests. We’ve emailed them a link to ' +
            'set a new password.'}
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/manage-user/${data.memberId}`}>
        View account
      </MailButton>
    </MailLayout>
  ),
})

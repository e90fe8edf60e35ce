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
  subject: 'A member reported a compromised account',
  element: (
    <MailLayout
      context={context}
      preview="All their sessions were ended, and their withdrawals are paused."
    >
      <MailText>
        {data.name} pressed ‘This was not me’ in a mail. All their sessions were ended, and sign-in
        and withdrawals are blocked until they have set a new password.
      </MailText>
      <MailFacts
        facts={[
          ['The mail was about', data.about.replace(/-/g, ' ')],
          ['When', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>
        {data.disputed
          ? 'Their previous address belongs to another account now, so no link was mailed. ' +
            'Verify their identity, and restore the account at an address of theirs.'
          : 'Check their wallet addresses and open requests. They can restore their access ' +
            'themselves.'}
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/manage-user/${data.memberId}`}>
        View the account
      </MailButton>
    </MailLayout>
  ),
})

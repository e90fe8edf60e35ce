import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffChangedMail = {
  what: 'proposed' | 'invited' | 'role-changed' | 'suspended' | 'reinstated'
  about: string
  email: string
  by: string
  role?: string
  reason?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-changed': StaffChangedMail
  }
}

const SUBJECTS = {
  proposed: (about: string) => `A money role for ${about} waits for approval`,
  invited: (about: string) => `${about} was invited to the staff`,
  'role-changed': (about: string) => `The role of ${about} was changed`,
  suspended: (about: string) => `The access of ${about} was suspended`,
  reinstated: (about: string) => `The access of ${about} was restored`,
} as const

/** Goes to all staff, so that no decider is made unnoticed. */
export const mail: MailTemplate<'staff-changed'> = (data, context) => ({
  subject: SUBJECTS[data.what](data.about),
  element: (
    <MailLayout context={context} preview="All staff are notified of each change of the staff.">
      <MailText>{SUBJECTS[data.what](data.about)}.</MailText>
      <MailFacts
        facts={[
          ['By', data.by],
          ['Person', `${data.about}, ${data.email}`],
          ...(data.role ? [['Role', data.role] as [string, string]] : []),
          ...(data.reason ? [['Reason', data.reason] as [string, string]] : []),
        ]}
      />
      <MailText>
        {data.what === 'proposed'
          ? 'Another owner has to approve it.'
          : 'An admin who joined, was reinstated or got a money role approves nothing for the ' +
            'first 72 hours; in the sandbox there is no wait.'}{' '}
        If you did not expect this, contact an owner now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/staff`}>View the staff</MailButton>
    </MailLayout>
  ),
})

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
  proposed: (about: string) => `Pending approval: finance or owner role for ${about}`,
  invited: (about: string) => `${about} was invited to the back office`,
  'role-changed': (about: string) => `${about}’s role was changed`,
  suspended: (about: string) => `${about}’s access was suspended`,
  reinstated: (about: string) => `${about}’s access was restored`,
} as const

/** The changes after which the staff member waits before approving anything. */
const WAITING: ReadonlySet<StaffChangedMail['what']> = new Set([
  'invited',
  'role-changed',
  'reinstated',
])

/** Goes to all staff, so that no decider is made unnoticed. */
export const mail: MailTemplate<'staff-changed'> = (data, context) => ({
  subject: SUBJECTS[data.what](data.about),
  element: (
    <MailLayout
      forStaff
      context={context}
      preview="We notify all staff when back office access changes."
    >
      <MailText>{SUBJECTS[data.what](data.about)}.</MailText>
      <MailFacts
        facts={[
          ['By', data.by],
          ['Staff member', `${data.about}, ${data.email}`],
          ...(data.role ? [['Role', data.role] as [string, string]] : []),
          ...(data.reason ? [['Reason', data.reason] as [string, string]] : []),
        ]}
      />
      <MailText>
        {data.what === 'proposed' ? 'Another owner must approve it. ' : null}
        {WAITING.has(data.what) && !context.sandbox
          ? 'New or reinstated admins, and those newly given a finance or owner role, can’t ' +
            'approve anything for the first 72 hours. '
          : null}
        If you weren’t expecting this, contact an owner now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/staff`}>View staff</MailButton>
    </MailLayout>
  ),
})

import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffFactorResetMail = {
  about: string
  by: string
  reason: string
  dueAt: Date
  own: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-factor-reset': StaffFactorResetMail
  }
}

/** Goes to all staff, so that no second factor is removed unnoticed. */
export const mail: MailTemplate<'staff-factor-reset'> = (data, context) => ({
  subject: data.own
    ? 'Your 2FA is scheduled to be reset'
    : `${data.about}’s 2FA is scheduled to be reset`,
  element: (
    <MailLayout
      forStaff
      context={context}
      preview={`It takes effect on ${formatUtcMinute(data.dueAt)} unless it’s stopped.`}
    >
      <MailText>
        {data.own
          ? 'Other staff members approved a reset of your two-factor authentication (2FA) ' +
            'because you lost access to it. We’ll remove it at the time below. You can then log ' +
            'in with your password and set up 2FA again on the Security page.'
          : `Staff members approved a reset of ${data.about}’s two-factor authentication (2FA) ` +
            'because they lost access to it. We’ll remove it at the time below.'}
      </MailText>
      <MailFacts
        facts={[
          ['Approved by', data.by],
          ['Reason', data.reason],
          ['Takes effect', formatUtcMinute(data.dueAt)],
        ]}
      />
      <MailText>
        {data.own
          ? 'If you haven’t lost it, log in with it before then to stop the reset.'
          : 'If you weren’t expecting this, contact them now. ' +
            'An owner can stop the reset until then.'}
      </MailText>
      <MailButton
        href={`${context.publicUrl}${data.own ? '/admin-login' : '/admin-dashboard/staff'}`}
      >
        {data.own ? 'Log in' : 'View staff'}
      </MailButton>
    </MailLayout>
  ),
})

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
    ? 'Your second factor is about to be reset'
    : `The second factor of ${data.about} is about to be reset`,
  element: (
    <MailLayout context={context} preview="If this is wrong, stop it before it takes effect.">
      <MailText>
        {data.own
          ? 'Other staff members have agreed that you have lost your second factor. It is ' +
            'removed at the time below. Your password then opens the Security page, where ' +
            'you set up a new one.'
          : `Staff members have agreed that ${data.about} has lost every second factor. ` +
            'The factors are removed at the time below.'}
      </MailText>
      <MailFacts
        facts={[
          ['Agreed by', data.by],
          ['Reason', data.reason],
          ['Takes effect', formatUtcMinute(data.dueAt)],
        ]}
      />
      <MailText>
        {data.own
          ? 'If you haven’t lost it, log in with it before then: that stops the reset.'
          : 'If you did not expect this, contact them now. An owner can stop it until then.'}
      </MailText>
      <MailButton
        href={`${context.publicUrl}${data.own ? '/admin-login' : '/admin-dashboard/staff'}`}
      >
        {data.own ? 'Log in' : 'View the staff'}
      </MailButton>
    </MailLayout>
  ),
})

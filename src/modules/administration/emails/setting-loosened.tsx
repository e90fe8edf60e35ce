import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type SettingLoosenedMail = {
  state: 'proposed' | 'approved' | 'applied' | 'cancelled'
  by: string
  title: string
  changes: string[]
  effectiveFrom: Date | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'setting-loosened': SettingLoosenedMail
  }
}

const SUBJECTS = {
  proposed: 'Proposal to relax a control',
  approved: 'Relaxed control approved',
  applied: 'Relaxed control now in effect',
  cancelled: 'Proposal to relax a control cancelled',
} as const

/** Goes to all staff, so that no control is loosened unnoticed. */
export const mail: MailTemplate<'setting-loosened'> = (data, context) => ({
  subject: `${SUBJECTS[data.state]}: ${data.title}`,
  element: (
    <MailLayout forStaff context={context} preview="We notify all staff when a control is relaxed.">
      <MailText>
        {SUBJECTS[data.state]}: {data.title}.
      </MailText>
      <MailFacts
        facts={[
          ...data.changes.map((change): [string, string] => ['Change', change]),
          ['By', data.by],
          ...(data.effectiveFrom
            ? [['Takes effect', formatUtcMinute(data.effectiveFrom)] as [string, string]]
            : []),
        ]}
      />
      <MailText>
        {data.state === 'proposed' && 'A second admin must approve it before it takes effect. '}
        {data.state === 'approved' && 'You can cancel it in Settings until it takes effect. '}
        If you weren’t expecting this, contact an owner now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/settings`}>View settings</MailButton>
    </MailLayout>
  ),
})

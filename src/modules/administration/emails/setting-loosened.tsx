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
  proposed: 'A looser control is proposed',
  approved: 'A looser control is approved',
  applied: 'A looser control is in effect',
  cancelled: 'A looser control is cancelled',
} as const

/** Goes to all staff, so that no control is loosened unnoticed. */
export const mail: MailTemplate<'setting-loosened'> = (data, context) => ({
  subject: `${SUBJECTS[data.state]}: ${data.title}`,
  element: (
    <MailLayout context={context} preview="All staff are notified when a control becomes looser.">
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
        {data.state === 'proposed' && 'Another admin has to approve it before it takes effect. '}
        {data.state === 'approved' &&
          'Until it takes effect, it can be cancelled in the settings. '}
        If you did not expect this, contact an owner now.
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/settings`}>
        View the settings
      </MailButton>
    </MailLayout>
  ),
})

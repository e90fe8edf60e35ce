import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import { type ClosingRetention, listClosingEffects } from '../model.ts'

export type AccountClosedMail = {
  byStaff: boolean
  reason: string | null
  /** Undefined in an email that an earlier version queued. */
  retention?: ClosingRetention
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-closed': AccountClosedMail
  }
}

export const mail: MailTemplate<'account-closed'> = (data, context) => ({
  subject: 'Your account is closed',
  element: (
    <MailLayout context={context} preview="What we’ve erased, what we retain and for how long.">
      <MailText>
        {data.byStaff
          ? 'Our staff closed your account.'
          : 'Your account is closed, as you requested.'}{' '}
        You’re logged out everywhere.
      </MailText>
      {data.reason && <MailFacts facts={[['Reason', data.reason]]} />}
      {data.retention && (
        <MailFacts
          facts={listClosingEffects(data.retention).map(
            ({ label, text }) => [label, text] as const,
          )}
        />
      )}
      <MailText>
        You can sign up again with this email address at any time. Thanks for being a member.
      </MailText>
    </MailLayout>
  ),
})

import { formatUtcMinute } from '#lib/dates.ts'
import type { Coin } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WalletChangedMail = {
  changes: readonly { coin: Coin; address: string }[]
  usableFrom: Date | null
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'wallet-changed': WalletChangedMail
  }
}

export const mail: MailTemplate<'wallet-changed'> = (data, context) => ({
  subject: 'Your withdrawal addresses were changed',
  element: (
    <MailLayout context={context} preview="If this wasn’t you, lock your account now.">
      <MailText>Your withdrawal addresses were changed.</MailText>
      <MailFacts facts={data.changes.map(({ coin, address }) => [coin, address || 'Removed'])} />
      {data.usableFrom && (
        <MailText>
          You can withdraw to a new address from {formatUtcMinute(data.usableFrom)}.
        </MailText>
      )}
      <MailText>
        Not you? Lock your account now. We’ll log you out everywhere, pause withdrawals and email
        you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
      <MailButton href={`${context.publicUrl}/dashboard/update-wallet`}>
        View withdrawal addresses
      </MailButton>
    </MailLayout>
  ),
})

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
  subject: 'Your wallet addresses were changed',
  element: (
    <MailLayout context={context} preview="If this was not you, report it now.">
      <MailText>The wallet addresses that receive your withdrawals were changed.</MailText>
      <MailFacts facts={data.changes.map(({ coin, address }) => [coin, address || 'removed'])} />
      {data.usableFrom && (
        <MailText>A new address can be used from {formatUtcMinute(data.usableFrom)}.</MailText>
      )}
      <MailText>
        If this was not you, press the button at once: all sessions end, withdrawals are paused for
        24 hours, and we mail you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This was not me</MailButton>
      <MailButton href={`${context.publicUrl}/dashboard/update-wallet`}>
        View your addresses
      </MailButton>
    </MailLayout>
  ),
})

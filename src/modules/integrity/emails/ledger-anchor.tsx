import { formatUsd } from '#lib/money.ts'
import { MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: `Seal of the books on ${String(data.day)}`,
  element: (
    <MailLayout
      context={context}
      preview="Keep this mail: it holds the head of the journal’s chain."
    >
      <MailText>
        Keep this mail. Whoever rewrites the books later can’t rewrite your mailbox: “npm run
        verify” says whether the chain still has this block.
      </MailText>
      <MailFacts
        facts={[
          ['Block', String(data.block)],
          ['Rows sealed', String(data.seq)],
          ['Hash', String(data.hash)],
          ['Owed to members', formatUsd(BigInt(String(data.owed)))],
          ...(data.actsHash
            ? ([
                ['Acts recorded', String(data.acts)],
                ['Hash of the record', String(data.actsHash)],
              ] as [string, string][])
            : []),
        ]}
      />
    </MailLayout>
  ),
})

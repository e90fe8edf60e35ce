import { useQuery } from '@tanstack/react-query'
import { CopyLine } from '#ui/actions/copy-button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { joinClasses } from '#ui/classes.ts'
import { Money } from '#ui/figures/money.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import styles from './affiliate-link.module.css'
import { affiliateCalls } from './calls.tsx'

/** Shows a member's invitation link with a Copy button; `shown` is the link without its scheme. */
export const LinkLine = ({ link }: { link: string }) => (
  <CopyLine
    text={link}
    shown={link.replace(/^https?:\/\//, '')}
    onCopied={(worked) => !worked && toast.error('Failed to copy the link.')}
  />
)

/** Shows the affiliate link with its results; renders nothing where inviting is not allowed. */
export function AffiliateLink() {
  const { data } = useQuery(affiliateCalls.incentives.queryOptions())
  const incentives = data?.data
  if (!incentives?.referral.link) return null

  return (
    <Panel
      title="Your affiliate link"
      aside={<TextLink to="/dashboard/affiliate">People you’ve invited</TextLink>}
    >
      <Stack tight>
        <p className={joinClasses('small muted', styles.rewards)}>
          Rewards paid <Money amount={incentives.totals.paid} />, due{' '}
          <Money amount={incentives.totals.due} />. Paid from our own promotion account, never from
          deposits.
        </p>
        <LinkLine link={incentives.referral.link} />
      </Stack>
    </Panel>
  )
}

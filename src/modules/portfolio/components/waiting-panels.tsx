import { Skeleton } from '#ui/status/skeleton.tsx'
import type { Waiting } from './use-waiting.tsx'
import { WaitingDeposit, WaitingWithdrawal } from './waiting.tsx'

const MAX_SHOWN = 2

const formatCount = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`

/** Returns the sentence below the welcome: what is in progress. */
export function renderLead({ settled, known, deposits, withdrawals }: Waiting) {
  if (!settled) return <Skeleton width="medium" />
  if (!known) return undefined

  const waiting = [
    formatCount(
      deposits.filter(({ status }) => status !== 'expired').length,
      '1 deposit',
      'deposits',
    ),
    formatCount(withdrawals.length, '1 withdrawal', 'withdrawals'),
  ].filter(Boolean)
  if (waiting.length === 0) return 'No deposits or withdrawals in progress.'

  return `${waiting.join(' and ')} in progress.`
}

/**
 * Shows pending deposits and withdrawals with their timelines; renders nothing when there are none.
 */
export function renderWaitingPanels({ deposits, withdrawals }: Waiting) {
  if (deposits.length + withdrawals.length === 0) return undefined
  return (
    <>
      {deposits.slice(0, MAX_SHOWN).map((deposit) => (
        <WaitingDeposit key={deposit._id} deposit={deposit} />
      ))}
      {withdrawals.slice(0, MAX_SHOWN).map((withdrawal) => (
        <WaitingWithdrawal key={withdrawal._id} withdrawal={withdrawal} />
      ))}
    </>
  )
}

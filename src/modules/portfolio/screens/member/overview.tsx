import { useQuery } from '@tanstack/react-query'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { Screener } from '#modules/market/components/screener.tsx'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { arrowLineDown, arrowLineUp } from '#ui/icons.ts'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { Balances } from '../../components/balances.tsx'
import { portfolioCalls } from '../../components/calls.tsx'
import { LatestEntries } from '../../components/latest-entries.tsx'
import { Positions } from '../../components/positions.tsx'
import { WaitingDeposit, WaitingWithdrawal } from '../../components/waiting.tsx'

const MOST_SHOWN = 2

const reviewedFirst = (one: { status: string }, other: { status: string }) =>
  Number(other.status === 'pending') - Number(one.status === 'pending')

/** What is under way, what we look at first and then newest first; empty while it isn't known. */
function useWaiting() {
  const deposits = useQuery(depositCalls.mine.queryOptions())
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())
  const wait = ({ status }: { status: string }) =>
    status === 'pending' || status === 'awaiting_payment' || status === 'approved'
  return {
    deposits: (deposits.data?.data.filter(wait) ?? []).sort(reviewedFirst),
    withdrawals: withdrawals.data?.data.filter(wait) ?? [],
    known: Boolean(deposits.data && withdrawals.data),
  }
}

const counted = (count: number, what: string) =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`

function leadOf({ known, deposits, withdrawals }: ReturnType<typeof useWaiting>) {
  if (!known) return undefined
  const waiting = [counted(deposits.length, 'deposit'), counted(withdrawals.length, 'withdrawal')].filter(
    Boolean,
  )
  return waiting.length === 0
    ? 'Everything is posted.'
    : `Under way: ${waiting.join(' and ')}. Everything else is posted.`
}

export default function Overview() {
  const user = useQuery(portfolioCalls.user.queryOptions())
  const waiting = useWaiting()
  const shown = user.data?.data
  return (
    <Stack>
      <PageTitle>Dashboard</PageTitle>
      <PageHeading
        title={shown ? `Welcome, ${shown.first_name}` : 'Welcome'}
        lead={leadOf(waiting)}
        actions={
          <>
            <ButtonLink to="/dashboard/withdraw" icon={arrowLineUp}>
              Withdraw
            </ButtonLink>
            <ButtonLink to="/dashboard/deposit" icon={arrowLineDown} variant="primary">
              Deposit
            </ButtonLink>
          </>
        }
      />
      {user.isError && !shown ? <ReadFailed onRetry={user.refetch} /> : <Balances user={shown} />}
      <Columns rail={<Rail waiting={waiting} />}>
        <Positions />
        <Screener />
        <LatestEntries />
      </Columns>
    </Stack>
  )
}

function Rail({ waiting }: { waiting: ReturnType<typeof useWaiting> }) {
  return (
    <>
      {waiting.deposits.slice(0, MOST_SHOWN).map((deposit) => (
        <WaitingDeposit key={deposit._id} deposit={deposit} />
      ))}
      {waiting.withdrawals.slice(0, MOST_SHOWN).map((withdrawal) => (
        <WaitingWithdrawal key={withdrawal._id} withdrawal={withdrawal} />
      ))}
      <Notice>
        <p>
          Your money is at risk: the value of your plans can fall, and a term can end with nothing paid. No
          return is promised.
        </p>
      </Notice>
    </>
  )
}

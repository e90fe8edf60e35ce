import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { AffiliateLink } from '#modules/affiliates/components/affiliate-link.tsx'
import { Screener } from '#modules/market/components/screener.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { arrowLineDown, arrowLineUp } from '#ui/icons.ts'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { Skeleton, SkeletonLines } from '#ui/status/skeleton.tsx'
import { Balances } from '../../components/balances.tsx'
import { portfolioCalls } from '../../components/calls.tsx'
import { FigureDrawer } from '../../components/figure-drawer.tsx'
import { FirstSteps } from '../../components/first-steps.tsx'
import { IncomeChart } from '../../components/income-chart.tsx'
import { LatestEntries } from '../../components/latest-entries.tsx'
import { Positions } from '../../components/positions.tsx'
import { isSettled, useWaiting, type Waiting } from '../../components/use-waiting.tsx'
import { ValueChart } from '../../components/value-chart.tsx'
import { VerifyPanel } from '../../components/verify-panel.tsx'
import { WaitingDeposit, WaitingWithdrawal } from '../../components/waiting.tsx'

const MAX_SHOWN = 2

const formatCount = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`

function renderLead({ settled, known, deposits, withdrawals }: Waiting) {
  if (!settled) return <Skeleton width="medium" />
  if (!known) return undefined

  const waiting = [
    formatCount(deposits.length, 'One deposit', 'deposits'),
    formatCount(
      withdrawals.length,
      deposits.length > 0 ? 'one withdrawal' : 'One withdrawal',
      'withdrawals',
    ),
  ].filter(Boolean)
  if (waiting.length === 0) return 'Everything is posted.'

  const verb = deposits.length + withdrawals.length === 1 ? 'is' : 'are'
  return `${waiting.join(' and ')} ${verb} under way. Everything else is posted.`
}

/** Waits for the reads that decide the layout, so that nothing below the balances moves later. */
function useDecided() {
  const user = useQuery(portfolioCalls.user.queryOptions())
  const course = useQuery(portfolioCalls.course.queryOptions())
  const positions = useQuery(planCalls.positions.queryOptions())
  const waiting = useWaiting()
  const isSummed = isSettled(user) && isSettled(course)

  return {
    user,
    course,
    waiting,
    isSummed,
    isPlaced: isSummed && isSettled(positions) && waiting.settled,
  }
}

export default function Overview() {
  const { user, course, waiting, isSummed, isPlaced } = useDecided()
  const shown = user.data?.data
  const isNew =
    course.data?.data.points.length === 0 &&
    waiting.known &&
    waiting.deposits.length + waiting.withdrawals.length === 0

  return (
    <Stack>
      <PageTitle>Dashboard</PageTitle>
      <PageHeading
        title={shown ? `Welcome, ${shown.first_name}` : 'Welcome'}
        lead={renderLead(waiting)}
        actions={
          <>
            <ButtonLink to="/dashboard/withdraw" icon={arrowLineUp}>
              Withdraw
            </ButtonLink>
            <ButtonLink
              to="/dashboard/deposit"
              icon={arrowLineDown}
              variant={isNew ? 'secondary' : 'primary'}
            >
              Deposit
            </ButtonLink>
          </>
        }
      />
      {user.isError && !shown ? (
        <ReadFailed onRetry={user.refetch} />
      ) : (
        <Balances user={isSummed ? shown : undefined} course={course.data?.data} />
      )}
      {!isPlaced && (
        <Panel key={String(isSummed)}>
          <SkeletonLines lines={8} />
        </Panel>
      )}
      <div hidden={!isPlaced}>
        <Columns first={renderWaitingPanels(waiting)} rail={<Rail head={course.data?.data.head} />}>
          {isNew ? <FirstSteps /> : <Positions />}
          <Screener />
          {!isNew && (
            <>
              <Course />
              <LatestEntries />
            </>
          )}
        </Columns>
      </div>
      <FigureDrawer user={shown} />
    </Stack>
  )
}

/** Shows both charts, or their placeholder while they load or fail. */
function Course() {
  const { data, isError, refetch } = useQuery(portfolioCalls.course.queryOptions())
  if (!data)
    return (
      <Panel title="Value over time">
        {isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines lines={8} />}
      </Panel>
    )

  return (
    <>
      {data.data.points.length > 0 && <ValueChart course={data.data} />}
      <IncomeChart course={data.data} />
    </>
  )
}

/**
 * Shows pending deposits and withdrawals with their timelines; renders nothing when there are none.
 */
function renderWaitingPanels({ deposits, withdrawals }: Waiting) {
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

const Rail = ({ head }: Parameters<typeof VerifyPanel>[0]) => (
  <>
    <AffiliateLink />
    <VerifyPanel head={head} />
    <Callout>
      <p>
        Your money is at risk: the value of your plans can fall, some months pay nothing, and a term
        can end with nothing paid. No return is promised.
      </p>
    </Callout>
  </>
)

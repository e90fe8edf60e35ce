import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { AffiliateLink } from '#modules/affiliates/components/affiliate-link.tsx'
import { EligibilityCard } from '#modules/eligibility/components/eligibility-card.tsx'
import { MarketStrip } from '#modules/market/components/market-strip.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { arrowLineDown, arrowLineUp } from '#ui/icons.ts'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Balances } from '../../components/balances.tsx'
import { portfolioCalls } from '../../components/calls.tsx'
import { FigureDrawer } from '../../components/figure-drawer.tsx'
import { FirstSteps } from '../../components/first-steps.tsx'
import { LatestEntries } from '../../components/latest-entries.tsx'
import styles from '../../components/overview.module.css'
import { Positions } from '../../components/positions.tsx'
import { isSettled, useWaiting } from '../../components/use-waiting.tsx'
import { ValueCourse } from '../../components/value-course.tsx'
import { VerifyPanel } from '../../components/verify-panel.tsx'
import { renderLead, renderWaitingPanels } from '../../components/waiting-panels.tsx'

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
      <EligibilityCard operations={['deposit', 'invest', 'withdraw']} />
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
        <Columns
          first={renderWaitingPanels(waiting)}
          rail={<OverviewRail head={course.data?.data.head} isNew={isNew} />}
        >
          {isNew ? <FirstSteps /> : <Positions />}
          {!isNew && (
            <>
              <div className={styles.course}>
                <ValueCourse />
              </div>
              <div className={styles.latest}>
                <LatestEntries />
              </div>
            </>
          )}
          <div className={styles.wide}>
            <MarketStrip />
          </div>
        </Columns>
      </div>
      <FigureDrawer user={shown} />
    </Stack>
  )
}

type RailProps = Parameters<typeof VerifyPanel>[0] & { isNew: boolean }

/** A phone has the risk beside the investments, and the check of the entries in the menu. */
const OverviewRail = ({ head, isNew }: RailProps) => (
  <>
    <AffiliateLink />
    {head && (
      <div className={styles.wide}>
        <VerifyPanel head={head} />
      </div>
    )}
    <div className={isNew ? undefined : styles.wide}>
      <Callout>
        <p>
          Your money is at risk. Investments can lose value, some months pay nothing, and a term can
          end with no return. Returns are not guaranteed.
        </p>
      </Callout>
    </div>
  </>
)

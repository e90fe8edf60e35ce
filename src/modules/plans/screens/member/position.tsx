import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { AtMaturityChoice } from '../../components/at-maturity.tsx'
import { type PositionTimeline, planCalls } from '../../components/calls.tsx'
import { familyText, PositionTag } from '../../components/plan-labels.tsx'
import { PlanRisk } from '../../components/plan-risk.tsx'
import { PositionLosses, PositionParts } from '../../components/position-changes.tsx'
import { PositionFigures } from '../../components/position-figures.tsx'
import { PositionReturns } from '../../components/position-returns.tsx'
import { TakeOut } from '../../components/redeem-position.tsx'

const ALL = '/dashboard/positions'

export default function Position() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(planCalls.position.queryOptions({ input: { id } }))
  const position = data?.data

  if (error instanceof CallError && error.status === 404) return <NoPosition />

  const title = position ? position.plan.name : 'Investment'

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to={ALL}>Your investments</BackLink>}
        title={title}
        lead={
          position && (
            <>
              {familyText(position.plan.family)}, <CalendarDay day={position.openedOn} /> to{' '}
              <CalendarDay day={position.maturesOn} /> <PositionTag position={position} />
            </>
          )
        }
      />
      {error && !position ? (
        <ReadFailed onRetry={refetch} />
      ) : (
        <PositionFigures position={position} />
      )}
      {position && <PositionDetails position={position} />}
    </Stack>
  )
}

function PositionDetails({ position }: { position: PositionTimeline }) {
  const running = position.status === 'open'
  return (
    <Columns
      rail={
        <>
          {running && <AtMaturityChoice key={position.atMaturity} position={position} />}
          {running && <TakeOut position={position} />}
          <PlanRisk {...position.plan}>
            <p>
              {`Your money is at risk. The target return is ${position.percentage} over ` +
                `${position.termDays} days. It is not guaranteed, and you can lose money.`}
            </p>
          </PlanRisk>
        </>
      }
    >
      {position.maturedOn === null && <PositionTerm position={position} />}
      <PositionReturns position={position} />
      <PositionLosses losses={position.losses} />
      <PositionParts parts={position.parts} />
    </Columns>
  )
}

function PositionTerm({ position }: { position: PositionTimeline }) {
  const { daysPassed, termDays, openedOn, maturesOn, target } = position
  return (
    <Panel title="Term">
      <Progress
        label={`Term: ${daysPassed} of ${termDays} days`}
        value={daysPassed}
        max={termDays}
        start={
          <>
            Opened <CalendarDay day={openedOn} />
          </>
        }
        end={
          <>
            Matures <CalendarDay day={maturesOn} />
          </>
        }
      />
      <p className="muted">
        <Money amount={target} /> becomes due at maturity if the target is met. It’s paid only from
        income recorded for the plan, once there is enough.
      </p>
    </Panel>
  )
}

/** Shows the page of any unknown address. */
const NoPosition = () => (
  <Stack>
    <PageTitle>Page not found</PageTitle>
    <PageHeading
      back={<BackLink to={ALL}>Your investments</BackLink>}
      title="Page not found"
      lead="We can’t find this investment. Please check the address."
    />
  </Stack>
)

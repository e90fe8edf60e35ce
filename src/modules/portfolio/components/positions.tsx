import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type OwnPosition, planCalls } from '#modules/plans/components/calls.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import styles from './positions.module.css'

/** Lists the member's open positions with the progress of their terms. */
export function Positions() {
  const { data, isError, refetch } = useQuery(planCalls.positions.queryOptions())
  const open = data?.data.filter((position) => position.status === 'open')

  if (!open)
    return (
      <Panel title="Your positions">
        {isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines />}
      </Panel>
    )

  if (open.length === 0)
    return (
      <Panel
        title="Your positions"
        aside={
          data?.data.length ? (
            <TextLink to="/dashboard/positions">All positions</TextLink>
          ) : undefined
        }
      >
        <EmptyState action={<ButtonLink to="/dashboard/deposit">See our packages</ButtonLink>}>
          {data?.data.length
            ? 'You have no money in a plan at the moment.'
            : 'You have no money in a plan yet.'}
        </EmptyState>
      </Panel>
    )

  const sample = open.find((position) => position.plan.label)?.plan.label
  const warning = open.find((position) => position.plan.warning)?.plan.warning

  return (
    <Panel
      title="Your positions"
      aside={<TextLink to="/dashboard/positions">All positions</TextLink>}
      flush
    >
      <ul className={styles.list}>
        {open.map((position) => (
          <PositionItem key={position._id} position={position} />
        ))}
      </ul>
      <p className={styles.risk}>
        {warning && <b>{warning} </b>}A target is what a plan aims for over its whole term, and no
        promise: a term can end with less or with nothing, and you can lose money. Accrued is an
        estimate and in no balance. It falls due at maturity, and is paid only out of income
        recorded for the plan. {sample && `These are ${sample}.`}
      </p>
    </Panel>
  )
}

const FAMILY = { crypto: 'Crypto', real_estate: 'Real estate' }

function PositionItem({ position }: { position: OwnPosition }) {
  const { plan, remaining, accrued, target, termDays, daysPassed, openedOn, maturesOn } = position
  return (
    <li>
      <div className={styles.head}>
        <b>
          <Link className="link" to={`/dashboard/positions/${position._id}`}>
            {plan.name}
          </Link>{' '}
          <span className="muted">{FAMILY[plan.family]}</span>
        </b>
        <b>
          <Money amount={remaining} />
        </b>
      </div>
      <Progress
        label={`Term of ${plan.name}, ${daysPassed} of ${termDays} days`}
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
      <dl className={styles.figures}>
        <div>
          <dt>Term</dt>
          <dd>
            Day {daysPassed} of {termDays}
          </dd>
        </div>
        <div>
          <dt>Accrued, an estimate</dt>
          <dd>
            <Money amount={accrued} />
          </dd>
        </div>
        <div>
          <dt>Target over the term</dt>
          <dd>
            <Money amount={target} /> <span className="muted">({position.percentage})</span>
          </dd>
        </div>
      </dl>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type OwnPosition, planCalls } from '#modules/plans/components/calls.tsx'
import { formatPositionName } from '#modules/plans/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { joinClasses } from '#ui/classes.ts'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import overview from './overview.module.css'
import styles from './positions.module.css'

const SHOWN = 4

/** Lists the member's newest open positions with the progress of their terms. */
export function Positions() {
  const { data, isError, refetch } = useQuery(planCalls.positions.queryOptions())
  const open = data?.data.filter((position) => position.status === 'open')

  if (!open)
    return (
      <Panel title="Your investments">
        {isError ? <ReadFailed onRetry={refetch} /> : <SkeletonLines />}
      </Panel>
    )

  if (open.length === 0)
    return (
      <Panel
        title="Your investments"
        aside={
          data?.data.length ? (
            <TextLink to="/dashboard/positions">All investments</TextLink>
          ) : undefined
        }
      >
        <EmptyState action={<ButtonLink to="/dashboard/deposit">View plans</ButtonLink>}>
          {data?.data.length ? 'You have no active investments.' : 'You have no investments yet.'}
        </EmptyState>
      </Panel>
    )

  const sample = open.find((position) => position.plan.label)?.plan.label
  const warning = open.find((position) => position.plan.warning)?.plan.warning

  return (
    <Panel
      title="Your investments"
      aside={
        <TextLink to="/dashboard/positions">
          All investments{open.length > SHOWN && ` (${open.length} active)`}
        </TextLink>
      }
      flush
    >
      <ul className={joinClasses(styles.list, overview.investments)}>
        {open.slice(0, SHOWN).map((position) => (
          <PositionItem key={position._id} position={position} />
        ))}
      </ul>
      <p className={joinClasses(styles.risk, overview.phone)}>
        Returns are not guaranteed, and you can lose money. {sample && `These are ${sample}.`}
      </p>
      <p className={joinClasses(styles.risk, overview.wide)}>
        {warning && <b>{warning} </b>}A target return is what a plan aims for over its whole term.
        It is not guaranteed: you may get less or nothing, and you can lose money. Accrued amounts
        are estimates and aren’t included in your balance. They become due at maturity and are paid
        only from income recorded for the plan. {sample && `These are ${sample}.`}
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
        label={`${formatPositionName(position)}: ${daysPassed} of ${termDays} days`}
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
      <dl className={joinClasses(styles.figures, overview.wide)}>
        <div>
          <dt>Term</dt>
          <dd>
            Day {daysPassed} of {termDays}
          </dd>
        </div>
        <div>
          <dt>Accrued (estimate)</dt>
          <dd>
            <Money amount={accrued} />
          </dd>
        </div>
        <div>
          <dt>Target return</dt>
          <dd>
            <Money amount={target} /> <span className="muted">({position.percentage})</span>
          </dd>
        </div>
      </dl>
    </li>
  )
}

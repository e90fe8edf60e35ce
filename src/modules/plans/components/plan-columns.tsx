import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import type { Column } from '#ui/table/column.ts'
import type { PlanSummary, StaffPlan } from './calls.tsx'
import { familyText, PlanStateTag, planStateText } from './plan-labels.tsx'

export type PlanRow = { plan: StaffPlan; figures: PlanSummary['figures'] | undefined }

/** Returns the version on offer, else the newest. */
const pickCurrentVersion = ({ versions }: StaffPlan) =>
  versions.find(({ onOffer }) => onOffer) ?? versions[0]

const buildMoneyColumn = (
  id: keyof PlanSummary['figures'],
  header: string,
  priority: 1 | 2 | 3,
): Column<PlanRow> => ({
  id,
  header,
  text: ({ figures }) => figures?.[id] ?? '',
  cell: ({ figures }) => figures && <Figure amount={figures[id]} />,
  sort: ({ figures }) => (figures ? toCents(figures[id]) : 0n),
  align: 'money',
  priority,
})

/** The columns of the plan table: each plan with its income, payments and returns due. */
export const planColumns: readonly Column<PlanRow>[] = [
  {
    id: 'name',
    header: 'Plan',
    text: ({ plan }) => `${plan.name} ${familyText(plan.family)}`,
    cell: ({ plan }) => (
      <>
        <span className="strong">{plan.name}</span>{' '}
        <span className="muted">{familyText(plan.family)}</span>
      </>
    ),
    sort: ({ plan }) => `${plan.family} ${plan.name}`,
  },
  {
    id: 'state',
    header: 'Status',
    text: ({ plan }) => planStateText(plan.state),
    cell: ({ plan }) => <PlanStateTag state={plan.state} />,
    priority: 2,
  },
  {
    id: 'target',
    header: 'Target return over the term',
    text: ({ plan }) => {
      const version = pickCurrentVersion(plan)
      return version ? `${version.percentage}, ${version.termDays} days` : ''
    },
    sort: false,
    priority: 3,
  },
  buildMoneyColumn('invested', 'Invested', 2),
  buildMoneyColumn('recorded', 'Income recorded', 3),
  buildMoneyColumn('paid', 'Returns paid', 3),
  buildMoneyColumn('owed', 'Owed', 1),
]

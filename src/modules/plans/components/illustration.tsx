import { parseTypedDollars } from '#lib/typed-amount.ts'
import { Figure } from '#ui/figures/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { illustrate } from '../model.ts'

type Row = { id: string; ending: string; result: bigint; atEnd: bigint }

const columns: readonly Column<Row>[] = [
  {
    id: 'ending',
    header: 'If the plan…',
    text: (row) => row.ending,
    cell: (row) => (
      <>
        {row.ending}
        <br />
        <span className="meta muted">
          Result <Figure amount={row.result} sign="always" coloured />
        </span>
      </>
    ),
    sort: false,
  },
  {
    id: 'atEnd',
    header: 'You’d have, USD',
    text: (row) => String(row.atEnd),
    cell: (row) => <Figure amount={row.atEnd} />,
    sort: false,
    align: 'money',
  },
]

type Props = {
  /** A plain amount in dollars as text. */
  amount: string
  plan: { percentage: string; termDays: number; label: string | null }
}

/**
 * Shows one amount in three outcomes: target met, nothing earned, and a loss. Renders nothing
 * without an amount.
 */
export function Illustration({ amount, plan }: Props) {
  const cents = parseTypedDollars(amount)
  if (!cents) return null

  const { target, zero, loss } = illustrate(cents, plan.percentage)

  return (
    <Panel
      title="Illustration, not a forecast"
      flush
      foot={
        <p>
          Before withdrawal fees. Returns are paid only from income recorded for the plan. Losses
          can be larger than shown: you could lose everything.{' '}
          {plan.label && `These are ${plan.label}.`}
        </p>
      }
    >
      <DataTable
        plain
        caption={`Possible outcomes after ${plan.termDays} days`}
        columns={columns}
        rowKey={(row) => row.id}
        rows={[
          { id: 'target', ending: `Meets its ${plan.percentage} target`, ...target },
          { id: 'zero', ending: 'Earns nothing', ...zero },
          { id: 'loss', ending: 'Loses 25%', ...loss },
        ]}
      />
    </Panel>
  )
}

import type { Cents } from '#lib/money.ts'
import { toCents } from '#lib/money.ts'
import type { OwnPosition } from '#modules/plans/components/calls.tsx'
import { allocateParts, formatPositionName } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { computeShortfall } from '../model.ts'

type Props = {
  amount: Cents
  fee: Cents | null
  /** The source of the amount: a sub-account, or cash and then positions in order. */
  from: { label: string; cash: Cents; positions: readonly OwnPosition[] }
}

/** The source, the fee and the net amount of a withdrawal before it is requested. */
export function Cost({ amount, fee, from }: Props) {
  const shortfall = computeShortfall(amount, from.cash)
  const holding = from.positions.map(({ _id, remaining }) => ({
    id: _id,
    remaining: toCents(remaining),
  }))
  const parts = allocateParts(holding, shortfall)
  const describePosition = (id: string) => {
    const position = from.positions.find(({ _id }) => _id === id)
    return position && formatPositionName(position)
  }
  const cash = amount - shortfall

  return (
    <Panel title="Summary">
      <Stack tight>
        <KeyValues
          rows={[
            ...(cash > 0n ? [{ label: from.label, value: <Money amount={cash} /> }] : []),
            ...(parts ?? []).map(({ positionId, amount: part }) => ({
              label: `From ${describePosition(positionId)}`,
              value: <Money amount={part} />,
            })),
            {
              label: 'Fee',
              value: fee === null ? 'Choose a payment method' : <Money amount={-fee} />,
            },
          ]}
          {...(fee !== null && amount > fee && parts
            ? {
                total: {
                  label: 'You receive',
                  value: <Money amount={amount - fee} />,
                },
              }
            : {})}
        />
        {fee !== null && parts && (
          <p className="meta muted">Paid in crypto at the rate when approved.</p>
        )}
        {!parts && <Callout tone="error">This is more than you can withdraw.</Callout>}
      </Stack>
    </Panel>
  )
}

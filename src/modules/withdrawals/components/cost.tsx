import type { Cents } from '#lib/money.ts'
import { toCents } from '#lib/money.ts'
import type { OwnPosition } from '#modules/plans/components/calls.tsx'
import { allocateParts } from '#modules/plans/model.ts'
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
  const getPlanName = (id: string) => from.positions.find(({ _id }) => _id === id)?.plan.name ?? ''
  const cash = amount - shortfall

  return (
    <Panel title="What this means">
      <Stack tight>
        <KeyValues
          rows={[
            ...(cash > 0n ? [{ label: from.label, value: <Money amount={cash} /> }] : []),
            ...(parts ?? []).map(({ positionId, amount: part }) => ({
              label: `From your ${getPlanName(positionId)} position`,
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
                  label: 'Arrives',
                  value: <Money amount={amount - fee} />,
                },
              }
            : {})}
        />
        {fee !== null && parts && (
          <p className="meta muted">
            It arrives in coin, at the rate of the moment it is approved.
          </p>
        )}
        {!parts && <Callout tone="error">This is more than there is to take from.</Callout>}
      </Stack>
    </Panel>
  )
}

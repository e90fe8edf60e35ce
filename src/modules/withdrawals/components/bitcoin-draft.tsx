import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDuration } from '#ui/figures/span.ts'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { withdrawalCalls } from './calls.tsx'

type DraftProps = { batchId: string; feeRate: string; onFeeRate: (feeRate: string) => void }

/** The fee rate, and the coins and the change of the transaction at it. */
export function BitcoinDraftFields({ batchId, feeRate, onFeeRate }: DraftProps) {
  const input = { id: batchId, ...(feeRate && { feeRate }) }
  const { data, error } = useQuery({
    ...withdrawalCalls.draftBatch.queryOptions({ input }),
    retry: false,
  })
  const draft = data?.data

  return (
    <>
      <TextField
        label="Fee rate, sat/vB"
        name="feeRate"
        inputMode="decimal"
        autoComplete="off"
        value={feeRate || draft?.feeRate || ''}
        onChange={(event) => onFeeRate(event.target.value)}
        hint={draft && formatEstimates(draft)}
      />
      {error && <Callout tone="error">{getErrorMessage(error)}</Callout>}
      {draft && (
        <KeyValues
          rows={[
            {
              label: `Inputs (${draft.inputs.length})`,
              value: <Money amount={sumInputs(draft)} unit="BTC" />,
            },
            { label: 'Paid to members', value: <Money amount={draft.total} unit="BTC" /> },
            {
              label: 'Change, to your wallet',
              value: <Money amount={draft.change?.amount ?? '0'} unit="BTC" />,
            },
          ]}
          total={{ label: 'Network fee', value: <Money amount={draft.fee} unit="BTC" /> }}
        />
      )}
    </>
  )
}

type Draft = Awaited<ReturnType<typeof withdrawalCalls.draftBatch.call>>['data']

const formatEstimates = ({ estimates, minFeeRate, maxFeeRate }: Draft): string => {
  const listed = estimates.map(
    ({ minutes, feeRate }) => `${feeRate} for about ${formatDuration(minutes)}`,
  )
  const bounds = `From ${minFeeRate} to ${maxFeeRate}.`
  return listed.length > 0 ? `Estimates: ${listed.join(', ')}. ${bounds}` : bounds
}

const SATOSHIS = 8

/** Adds the decimal amounts of the inputs without rounding. */
function sumInputs({ inputs }: Draft): string {
  const units = inputs.reduce((sum, { amount }) => sum + toSatoshis(amount), 0n)
  const text = String(units).padStart(SATOSHIS + 1, '0')
  return `${text.slice(0, -SATOSHIS)}.${text.slice(-SATOSHIS)}`
}

function toSatoshis(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(SATOSHIS, '0'))
}

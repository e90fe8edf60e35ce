import { Money } from '#ui/figures/money.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { CASH_REASON_LABELS } from '../model.ts'
import type { DepositReview } from './calls.tsx'
import { formatConfirmations } from './chain-payment.tsx'

export function buildEffectRows({ effects, deposit, evidence }: DepositReview): KeyValue[] {
  if (!effects) return []

  const change = ({ before, after }: { before: string; after: string }) => (
    <>
      <Money amount={before} /> to <Money amount={after} />
    </>
  )

  return [
    ...buildEvidenceRows(evidence),
    { label: 'Account Balance', value: change(effects.balance) },
    { label: `Invested in ${deposit.plan}`, value: <Money amount={effects.invested} /> },
    ...(effects.cashReason
      ? [{ label: 'Credited as cash because', value: CASH_REASON_LABELS[effects.cashReason] }]
      : []),
    { label: 'Owed to members', value: change(effects.owed) },
    { label: 'Emailed to', value: deposit.member.email },
  ]
}

/** The blocks and providers behind each payment, and both rates of a late one. */
const buildEvidenceRows = (evidence: DepositReview['evidence']): KeyValue[] =>
  (evidence?.payments ?? [])
    .filter(({ gone }) => !gone)
    .map((payment) => ({
      label: formatConfirmations(payment),
      value: (
        <>
          {payment.block === null ? 'In no block yet' : `Block ${payment.block}`},{' '}
          {payment.providers.join(', ')}
          {payment.rate && (
            <>
              , at <Money amount={payment.rate} />
            </>
          )}
        </>
      ),
    }))

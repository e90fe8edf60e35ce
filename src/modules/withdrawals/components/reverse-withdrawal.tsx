import { toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { ReversalDialog } from '#modules/transactions/components/reversal.tsx'
import { Money } from '#ui/figures/money.tsx'
import { withdrawalCalls } from './calls.tsx'
import { type DecisionDialogProps, useReviewAtOpening } from './withdrawal-decision.tsx'

/** The dialog that proposes to reverse the payment of a withdrawal. */
export function ReverseDialog(props: DecisionDialogProps) {
  const { withdrawal, coinAmount, reversal } = useReviewAtOpening(props)
  const { _id: id, member, amount, source, coin } = withdrawal

  return (
    <ReversalDialog
      title={
        <>
          Reverse the payment of <Money amount={amount} /> to {member.name}?
        </>
      }
      effects={[
        {
          label: source === 'profit' ? 'Returned to profit' : 'Returned to cash',
          value: <Money amount={amount} />,
        },
        {
          label: 'Returned to custody',
          value: <Money amount={coinAmount} unit={coin} />,
        },
        { label: 'Emailed to', value: member.email },
      ]}
      hint={`${member.name} will see it in an email and in the withdrawal history.`}
      entries={reversal?.entries}
      names={toAccountNames(member._id, member.name)}
      onPropose={(reason) => withdrawalCalls.reverse.call({ id, reason })}
      onClose={props.onClose}
      onDone={props.onDone}
    >
      Only reverse a payment that was returned or never sent.
    </ReversalDialog>
  )
}

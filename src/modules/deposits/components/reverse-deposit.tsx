import { useQuery } from '@tanstack/react-query'
import { toCents } from '#lib/money.ts'
import { toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { ReversalDialog } from '#modules/transactions/components/reversal.tsx'
import { Money } from '#ui/figures/money.tsx'
import { type DepositReview, depositCalls, type StaffDeposit } from './calls.tsx'

type Props = { deposit: StaffDeposit; onClose: () => void; onDone: () => void }

/** The dialog that proposes to reverse a confirmed deposit. */
export function ReverseDeposit({ deposit, onClose, onDone }: Props) {
  const { _id: id, amount, member } = deposit
  const { data } = useQuery(depositCalls.review.queryOptions({ input: { id } }))
  const reversal = data?.data.reversal

  return (
    <ReversalDialog
      title={
        <>
          Reverse the deposit of <Money amount={amount} /> by {member.name}?
        </>
      }
      effects={reversal ? buildEffectRows(deposit, reversal) : undefined}
      hint={`${member.name} will see it in an email and on the statement.`}
      entries={reversal?.entries}
      names={toAccountNames(member._id, member.name)}
      onPropose={(reason) => depositCalls.reverse.call({ id, reason })}
      onClose={onClose}
      onDone={onDone}
    >
      After the reversal, the payment can be recorded once more, for the member who made it.
    </ReversalDialog>
  )
}

const buildEffectRows = (
  { plan, member }: StaffDeposit,
  { cash, principal, withdrawn }: NonNullable<DepositReview['reversal']>,
) => [
  {
    label: 'Cash',
    value: (
      <>
        <Money amount={cash.before} /> to <Money amount={cash.after} />
      </>
    ),
  },
  {
    label: `Position in ${plan}`,
    value:
      toCents(principal) > 0n ? (
        <>
          Ends. <Money amount={principal} /> is taken out
        </>
      ) : (
        'Closed'
      ),
  },
  ...(toCents(withdrawn) > 0n
    ? [{ label: 'Already withdrawn', value: <Money amount={withdrawn} /> }]
    : []),
  { label: 'Emailed to', value: member.email },
]

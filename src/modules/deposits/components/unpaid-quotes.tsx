import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { isUnpaid } from '../model.ts'
import { type DepositLine, depositCalls } from './calls.tsx'

/** Shows the member's quotes that are not paid, and the expired ones of the last seven days. */
export function UnpaidQuotes() {
  const { data } = useQuery(depositCalls.mine.queryOptions())
  const unpaid = data?.data.filter(({ inProgress, status }) => inProgress && isUnpaid(status))

  return unpaid?.map((deposit) => <UnpaidQuote key={deposit._id} deposit={deposit} />)
}

const UnpaidQuote = ({
  deposit: { _id, status, plan, quoted, expiresAt },
}: {
  deposit: DepositLine
}) => (
  <Callout
    tone="info"
    title={
      <>
        <Money amount={quoted} /> for the {plan} plan{' '}
        {status === 'expired' ? 'expired' : 'is unpaid'}.
      </>
    }
  >
    {status === 'expired' ? (
      <>
        The rate ended on <When at={expiresAt} />. Get a new quote before you pay. If you’ve already
        paid, don’t pay again: upload your proof and we’ll credit the payment.
      </>
    ) : (
      <>
        Pay by <When at={expiresAt} /> to get the quoted rate.
      </>
    )}{' '}
    <TextLink to={`/dashboard/deposit-details?id=${_id}`}>Continue deposit</TextLink>
  </Callout>
)

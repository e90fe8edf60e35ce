import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { marketCalls } from '#modules/market/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type DepositDetails, depositCalls } from './calls.tsx'

/** An expired quote: how to take a new one, and what to do if it was paid. */
export function RateEnded({ deposit }: { deposit: DepositDetails }) {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const quoteAgain = async () => {
    setPending(true)

    try {
      const { data } = await depositCalls.requote.call({ id: deposit._id })
      await navigate(`/dashboard/deposit-details?id=${data._id}`, { replace: true })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Panel title="Get a new quote">
      <Stack tight>
        <p>
          The rate expired on <When at={deposit.expiresAt} />. A new quote gives you an updated{' '}
          {deposit.coin} amount for the same plan and dollar amount.
        </p>
        <p>
          Already paid? Don’t pay again: upload your proof below. A payment first seen before the
          quote expired is credited at the quoted rate, and a later one at the rate when it was
          first seen. A payment that arrives more than 30 days after the quote is credited as cash
          and not invested.
        </p>
        <CurrentRate coin={deposit.coin} />
        <FormActions>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel="Locking the rate..."
            onClick={quoteAgain}
          >
            Get a new quote
          </Button>
        </FormActions>
      </Stack>
    </Panel>
  )
}

/** The current rate with its source and time. */
function CurrentRate({ coin }: { coin: DepositDetails['coin'] }) {
  const { data } = useQuery(marketCalls.prices.queryOptions())
  const price = data?.data.find((each) => each.coin === coin)
  if (!price) return null

  return (
    <p>
      Current rate: 1 {coin} = <Money amount={price.rate} /> ({price.source}, <When at={price.at} />
      ).
    </p>
  )
}

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
    <Panel title="Take a new quote">
      <Stack tight>
        <p>
          The rate was held until <When at={deposit.expiresAt} />. A new quote has a new amount of
          coin for the same plan and the same dollars. If you have paid this one already, don’t pay
          again: upload the proof below. A payment that was first seen before the quote ended is
          credited at its rate, a later one at the rate when it was first seen. What arrives more
          than 30 days after the quote is credited as cash and not invested.
        </p>
        <CurrentRate coin={deposit.coin} />
        <FormActions>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel="Locking the rate..."
            onClick={quoteAgain}
          >
            Take a new quote
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
      Now 1 {coin} is <Money amount={price.rate} />, by {price.source.toLowerCase()} at{' '}
      <When at={price.at} />.
    </p>
  )
}

import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { buildTransactionRows } from '#modules/transactions/components/transaction-row.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Drawer, DrawerPart } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type OwnWithdrawal, withdrawalCalls } from './calls.tsx'
import { WithdrawalStatusTag } from './status.tsx'
import { WithdrawalTimeline } from './withdrawal-timeline.tsx'

type Props = { withdrawal: OwnWithdrawal | undefined; onClose: () => void; onChanged: () => void }

/** One withdrawal of the member: its timeline, its costs, its address, and cancelling it. */
export function WithdrawalDrawer({ withdrawal, onClose, onChanged }: Props) {
  return (
    <Drawer
      open={withdrawal !== undefined}
      onClose={onClose}
      title={
        withdrawal && (
          <>
            Withdrawal of <Money amount={withdrawal.amount} />
          </>
        )
      }
      aside={withdrawal && <WithdrawalStatusTag status={withdrawal.status} />}
      foot={
        withdrawal?.status === 'pending' && <Cancel withdrawal={withdrawal} onChanged={onChanged} />
      }
    >
      {withdrawal && (
        <>
          <DrawerPart title="Timeline">
            <WithdrawalTimeline withdrawal={withdrawal} />
          </DrawerPart>
          <DrawerPart title="Details">
            <Facts withdrawal={withdrawal} />
          </DrawerPart>
        </>
      )}
    </Drawer>
  )
}

function Facts({ withdrawal }: { withdrawal: OwnWithdrawal }) {
  const { amount, fee, arrives, coin, coinAmount, rate, source } = withdrawal
  const fixed =
    coinAmount && rate
      ? [
          { label: 'Crypto amount', value: <Money amount={coinAmount} unit={coin} /> },
          { label: 'Rate', value: <Money amount={rate} /> },
        ]
      : []

  return (
    <>
      <KeyValues
        rows={[
          { label: 'From', value: source === 'profit' ? 'Profit' : 'Balance' },
          { label: 'Payment method', value: METHOD_FACTS[withdrawal.payment_method].label },
          { label: 'Amount', value: <Money amount={amount} /> },
          { label: 'Fee', value: <Money amount={`-${fee}`} /> },
          ...fixed,
        ]}
        total={{ label: 'You receive', value: <Money amount={arrives} /> }}
      />
      <Details
        rows={[
          {
            label: 'Withdrawal address',
            value: <Address value={withdrawal.wallet_address} />,
            aside: <CopyButton text={withdrawal.wallet_address} />,
          },
          ...buildTransactionRows(withdrawal),
        ]}
      />
    </>
  )
}

function Cancel({ withdrawal, onChanged }: { withdrawal: OwnWithdrawal; onChanged: () => void }) {
  const [pending, setPending] = useState(false)
  const cancel = async () => {
    setPending(true)

    try {
      const { message } = await withdrawalCalls.cancel.call({ id: withdrawal._id })
      toast.success(message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
      onChanged()
    }
  }

  return (
    <>
      <p className="small muted">Cancelling returns the money to your account immediately.</p>
      <Button pending={pending} pendingLabel="Cancelling..." onClick={cancel}>
        Cancel withdrawal
      </Button>
    </>
  )
}

import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { UserDetails } from './calls.tsx'

const DERIVED_HINT = 'Calculated from the ledger. Can’t be edited.'

/** Renders the editable fields and the calculated figures. */
export const UserFields = ({ user }: { user: UserDetails }) => (
  <>
    <FieldRow>
      <TextField label="First Name" name="first_name" defaultValue={user.first_name} />
      <TextField label="Last Name" name="last_name" defaultValue={user.last_name} />
    </FieldRow>
    <FieldRow>
      <TextField label="Email" name="shown_email" defaultValue={user.email} readOnly />
      <TextField
        label="Registered Date"
        name="shown_registered"
        defaultValue={formatDateTime(user.createdAt, 'UTC')}
        readOnly
      />
    </FieldRow>
    <p className="muted">
      Accumulated Interest and Total Deposit are calculated from the ledger. To correct a balance,
      change the account balance: the difference is posted to the member’s cash and booked against
      the operator’s capital.
    </p>
    <FieldRow>
      <MoneyField
        label="Accumulated Interest"
        name="total_balance"
        hint={DERIVED_HINT}
        defaultValue={user.total_balance}
      />
      <MoneyField
        label="Total Deposit"
        name="total_invest"
        hint={DERIVED_HINT}
        defaultValue={user.total_invest}
      />
    </FieldRow>
    <MoneyField
      label="Account Balance"
      name="withdrawable_balance"
      hint="Cash plus invested. Only cash can be adjusted."
      defaultValue={user.withdrawable_balance}
    />
  </>
)

type ConfirmProps = {
  user: UserDetails
  change: { from: bigint; to: bigint }
  pending: boolean
  onClose: () => void
  onConfirmed: () => void
}

/** Asks to confirm an adjustment and lists its effects. */
export const ConfirmAdjustment = ({
  user,
  change: { from, to },
  pending,
  onClose,
  onConfirmed,
}: ConfirmProps) => (
  <Dialog
    open
    onClose={onClose}
    title={
      <>
        Adjust {user.first_name} {user.last_name} by <Money amount={to - from} sign="always" />?
      </>
    }
    effects={[
      {
        label: 'Account Balance',
        value: (
          <>
            <Money amount={from} /> to <Money amount={to} />
          </>
        ),
      },
      {
        label: to > from ? 'Paid from' : 'Paid to',
        value: 'Operator’s capital',
      },
      { label: 'Emailed to', value: user.email },
    ]}
    actions={
      <>
        <Button onClick={onClose}>Go back</Button>
        <Button
          variant="primary"
          pending={pending}
          pendingLabel="Loading...."
          onClick={onConfirmed}
        >
          Adjust balance
        </Button>
      </>
    }
  >
    <p>
      Larger amounts wait for a second admin’s approval. Posted entries can’t be edited: the
      statement lists the adjustment with its reason.
    </p>
  </Dialog>
)

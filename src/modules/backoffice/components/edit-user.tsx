import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { parseTypedDollars } from '#lib/typed-amount.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { TEXTS } from '../model.ts'
import { backofficeCalls, type UserDetails } from './calls.tsx'

/** Edits the names and the account balance, based on the values loaded when the form opened. */
export function EditUser({ user }: { user: UserDetails }) {
  const [version, setVersion] = useState(0)
  const canEdit = usePermission('member.edit')
  if (canEdit === undefined) return null
  if (!canEdit) return <Panel title="Edit">{describeDeciders('member.edit')}</Panel>

  return (
    <EditForm
      key={`${user._id} ${version}`}
      user={user}
      onDone={() => setVersion((previous) => previous + 1)}
    />
  )
}

type Props = { user: UserDetails; onDone: () => void }

function useEditing({ user, onDone }: Props) {
  const queries = useQueryClient()
  const [loaded] = useState(user)
  const [adjustment, setAdjustment] = useState<{ to: bigint; from: bigint }>()
  const confirmed = useRef(false)
  const form = useFormAction(async (fields) => {
    const from = toCents(loaded.withdrawable_balance)
    const to = parseTypedDollars(fields.withdrawable_balance ?? '')
    if (to !== null && to !== from && fields.reason?.trim() && !confirmed.current)
      return setAdjustment({ from, to })

    confirmed.current = false

    try {
      const { status, body } = await backofficeCalls.edit.call({
        ...fields,
        id: loaded._id,
        expected_balance: loaded.withdrawable_balance,
      })

      toast.success(status === 202 ? TEXTS.waiting : body.message)
      onDone()
    } finally {
      setAdjustment(undefined)
      void queries.invalidateQueries()
    }
  }, TEXTS.notUpdated)

  return { loaded, adjustment, setAdjustment, confirmed, form }
}

const DERIVED_HINT = 'Follows from the books. It can’t be edited.'

function EditForm(props: Props) {
  const { loaded, adjustment, setAdjustment, confirmed, form } = useEditing(props)
  const element = useRef<HTMLFormElement>(null)

  return (
    <Panel title="Edit">
      <Form ref={element} errors={form.errors} onSubmit={form.onSubmit}>
        <UserFields user={loaded} />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          maxLength={500}
          hint={
            `Required when the balance changes. ${loaded.first_name} reads it in a mail and on ` +
            'the statement.'
          }
        />
        <FormActions>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving…">
            Save
          </Button>
          <Button onClick={props.onDone}>Reload</Button>
        </FormActions>
      </Form>
      {adjustment && (
        <ConfirmAdjustment
          user={loaded}
          change={adjustment}
          pending={form.pending}
          onClose={() => setAdjustment(undefined)}
          onConfirmed={() => {
            confirmed.current = true
            element.current?.requestSubmit()
          }}
        />
      )}
    </Panel>
  )
}

/** Renders the editable fields and the calculated figures. */
const UserFields = ({ user }: { user: UserDetails }) => (
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
      total_balance and total_invest follow from the books. To correct a balance, change the account
      balance: the difference is posted to the member’s cash, out of the operator’s own money or
      into it.
    </p>
    <FieldRow>
      <MoneyField
        label="Accumulated Interest (total_balance)"
        name="total_balance"
        hint={DERIVED_HINT}
        defaultValue={user.total_balance}
      />
      <MoneyField
        label="Total Deposit (total_invest)"
        name="total_invest"
        hint={DERIVED_HINT}
        defaultValue={user.total_invest}
      />
    </FieldRow>
    <MoneyField
      label="Account Balance (withdrawable_balance)"
      name="withdrawable_balance"
      hint="Cash and what is invested. Only cash can be adjusted."
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
const ConfirmAdjustment = ({
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
        label: to > from ? 'Out of' : 'Into',
        value: 'the operator’s own money',
      },
      { label: 'Mailed to', value: user.email },
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
      If the amount requires a second admin, it waits for approval first. Posted entries can’t be
      edited: the statement lists the adjustment with its reason.
    </p>
  </Dialog>
)

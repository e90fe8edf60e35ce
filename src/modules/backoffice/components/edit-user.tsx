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

/**
 * Names, and the account balance with its reason. What was read when the form opened is what it
 * changes.
 */
export function EditUser({ user }: { user: UserDetails }) {
  const [opened, setOpened] = useState(0)
  const may = usePermission('member.edit')
  if (may === undefined) return null
  if (!may) return <Panel title="Edit">{describeDeciders('member.edit')}</Panel>

  return (
    <EditForm
      key={`${user._id} ${opened}`}
      user={user}
      onDone={() => setOpened((now) => now + 1)}
    />
  )
}

type Props = { user: UserDetails; onDone: () => void }

function useEditing({ user, onDone }: Props) {
  const queries = useQueryClient()
  const [read] = useState(user)
  const [adjustment, setAdjustment] = useState<{ to: bigint; from: bigint }>()
  const agreed = useRef(false)
  const form = useFormAction(async (fields) => {
    const from = toCents(read.withdrawable_balance)
    const to = parseTypedDollars(fields.withdrawable_balance ?? '')
    if (to !== null && to !== from && fields.reason?.trim() && !agreed.current)
      return setAdjustment({ from, to })

    agreed.current = false

    try {
      const { status, body } = await backofficeCalls.edit.call({
        ...fields,
        id: read._id,
        expected_balance: read.withdrawable_balance,
      })

      toast.success(status === 202 ? TEXTS.waiting : body.message)
      onDone()
    } finally {
      setAdjustment(undefined)
      void queries.invalidateQueries()
    }
  }, TEXTS.notUpdated)

  return { read, asked: adjustment, setAsked: setAdjustment, agreed, form }
}

const FOLLOWS = 'Follows from the books: nobody can set it.'

function EditForm(props: Props) {
  const { read, asked: adjustment, setAsked: setAdjustment, agreed, form } = useEditing(props)
  const element = useRef<HTMLFormElement>(null)

  return (
    <Panel title="Edit">
      <Form ref={element} errors={form.errors} onSubmit={form.onSubmit}>
        <UserFields read={read} />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          maxLength={500}
          hint={
            `Needed when the balance changes. ${read.first_name} reads it in a mail and on ` +
            'the statement.'
          }
        />
        <FormActions>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving…">
            Save
          </Button>
          <Button onClick={props.onDone}>Read again</Button>
        </FormActions>
      </Form>
      {adjustment && (
        <AskBalance
          user={read}
          change={adjustment}
          pending={form.pending}
          onClose={() => setAdjustment(undefined)}
          onAgreed={() => {
            agreed.current = true
            element.current?.requestSubmit()
          }}
        />
      )}
    </Panel>
  )
}

/** What can be changed, beside what can't. */
const UserFields = ({ read }: { read: UserDetails }) => (
  <>
    <FieldRow>
      <TextField label="First Name" name="first_name" defaultValue={read.first_name} />
      <TextField label="Last Name" name="last_name" defaultValue={read.last_name} />
    </FieldRow>
    <FieldRow>
      <TextField label="Email" name="shown_email" defaultValue={read.email} readOnly />
      <TextField
        label="Registered Date"
        name="shown_registered"
        defaultValue={formatDateTime(read.createdAt, 'UTC')}
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
        hint={FOLLOWS}
        defaultValue={read.total_balance}
      />
      <MoneyField
        label="Total Deposit (total_invest)"
        name="total_invest"
        hint={FOLLOWS}
        defaultValue={read.total_invest}
      />
    </FieldRow>
    <MoneyField
      label="Account Balance (withdrawable_balance)"
      name="withdrawable_balance"
      hint="Cash and what is invested. Only cash can be adjusted."
      defaultValue={read.withdrawable_balance}
    />
  </>
)

type AskProps = {
  user: UserDetails
  change: { from: bigint; to: bigint }
  pending: boolean
  onClose: () => void
  onAgreed: () => void
}

/** Says what an adjustment does before it is sent. */
const AskBalance = ({ user, change: { from, to }, pending, onClose, onAgreed }: AskProps) => (
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
        <Button variant="primary" pending={pending} pendingLabel="Loading...." onClick={onAgreed}>
          Adjust balance
        </Button>
      </>
    }
  >
    <p>
      Where the amount asks for a second admin, it waits for approval first. Posted entries can’t be
      edited: the adjustment stands on the statement with its reason.
    </p>
  </Dialog>
)

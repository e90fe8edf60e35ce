import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { parseTypedDollars } from '#lib/typed-amount.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { TEXTS } from '../model.ts'
import { backofficeCalls, type UserDetails } from './calls.tsx'
import { ConfirmAdjustment, UserFields } from './edit-user-fields.tsx'

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
            `Required when the balance changes. ${loaded.first_name} will see it in an email and ` +
            'on the statement.'
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

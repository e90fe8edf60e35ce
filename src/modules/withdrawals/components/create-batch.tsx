import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type NextBatch, withdrawalCalls } from './calls.tsx'

type Props = { onCreated: (id: string) => void }

/** The button that puts approved withdrawals in a new payout batch. */
export function CreateBatch({ onCreated }: Props) {
  const { data } = useQuery(withdrawalCalls.batches.queryOptions())
  const [open, setOpen] = useState(false)
  const may = usePermission('payout-batch.export')
  const next = data?.data.next ?? []
  const count = next.reduce((sum, one) => sum + one.count, 0)
  if (!may) return null

  return (
    <>
      <Button done={count === 0} onClick={() => setOpen(true)}>
        Create payout batch ({count})
      </Button>
      {open && next.length > 0 && (
        <CreateDialog next={next} onClose={() => setOpen(false)} onCreated={onCreated} />
      )}
    </>
  )
}

const getKey = ({ method, network }: NextBatch) => `${method}, ${network}`

const describeMethod = ({ method, network }: NextBatch) => {
  const { label } = METHOD_FACTS[method]
  return label === network ? label : `${label}, ${network}`
}

function CreateDialog({
  next,
  onClose,
  onCreated,
}: Props & { next: readonly NextBatch[]; onClose: () => void }) {
  const queries = useQueryClient()
  const [options] = useState(next)
  const [chosen, setChosen] = useState(options[0] && getKey(options[0]))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const batch = options.find((one) => getKey(one) === chosen)
  const selected = batch?.withdrawals.filter(({ _id }) => !left.has(_id)) ?? []

  const form = useFormAction(async () => {
    if (!batch) return
    const withdrawals = selected.map(({ _id }) => _id)
    const { message, data } = await withdrawalCalls.createBatch.call({
      method: batch.method,
      withdrawals,
    })
    toast.success(message)
    onClose()
    void queries.invalidateQueries()
    onCreated(data._id)
  })

  const toggle = (id: string) => {
    const changed = new Set(left)
    if (!changed.delete(id)) changed.add(id)
    setLeft(changed)
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Create a payout batch"
      effects={[{ label: 'Selected withdrawals', value: String(selected.length) }]}
      actionLabel="Create batch"
      acting="Creating..."
      {...form}
    >
      <SelectField
        label="Payment method and network"
        name="method"
        id="batch-method"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={options.map((one) => ({
          value: getKey(one),
          label: `${describeMethod(one)} (${one.count})`,
        }))}
      />
      {batch?.withdrawals.map(({ _id, member, amount }) => (
        <CheckboxField
          key={_id}
          name={_id}
          checked={!left.has(_id)}
          onChange={() => toggle(_id)}
          label={
            <>
              {member}, <Money amount={amount} />
            </>
          }
        />
      ))}
      <p>A withdrawal in a batch can’t be rejected until the batch is cancelled.</p>
    </FormDialog>
  )
}

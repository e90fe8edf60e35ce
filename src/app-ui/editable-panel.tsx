import { type ReactNode, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { type KeyValue, KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { useFormAction } from './use-form-action.tsx'

type Props = {
  title: string
  rows: readonly KeyValue[]
  /** Shown below the rows, such as a pending change. */
  note?: ReactNode
  fields: ReactNode
  actionLabel?: string
  pendingLabel?: string
  /** Sends the form's fields and returns the message of the toast. */
  save: (fields: Record<string, string>) => Promise<string>
  /** Reads the values again: after a save, and after a conflict with another change. */
  reload: () => Promise<unknown>
  canEdit: boolean
}

/**
 * Shows values in a panel and edits them in place. A rejected form stays as typed.
 */
export function EditablePanel(props: Props) {
  const { title, rows, note, canEdit } = props
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit ${title.toLowerCase()}`}>
      Edit
    </Button>
  )

  return (
    <Panel title={title} aside={!editing && canEdit ? edit : undefined}>
      {editing ? (
        <Editor {...props} close={() => setEditing(false)} />
      ) : (
        <>
          <KeyValues rows={rows} texts />
          {note}
        </>
      )}
    </Panel>
  )
}

function Editor({
  fields: inputs,
  actionLabel = 'Save',
  pendingLabel = 'Saving...',
  save,
  reload,
  close,
}: Props & { close: () => void }) {
  const form = useFormAction(async (fields) => {
    try {
      toast.success(await save(fields))
      close()
    } finally {
      await reload()
    }
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      {inputs}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel={pendingLabel}>
          {actionLabel}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

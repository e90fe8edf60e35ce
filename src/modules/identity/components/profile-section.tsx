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
  /** Below what is read, such as what a change waits for. */
  note?: ReactNode
  fields: ReactNode
  actionLabel?: string
  acting?: string
  /** Sends what is in the form and answers what to say. */
  save: (fields: Record<string, string>) => Promise<string>
  /** Reads the profile again: after a save, and when it was changed somewhere else. */
  reread: () => Promise<unknown>
  mayEdit: boolean
}

/**
 * One part of the profile: read first, changed on its own. What was typed stays when it is refused.
 */
export function ProfileSection(props: Props) {
  const { title, rows, note, mayEdit } = props
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit ${title.toLowerCase()}`}>
      Edit
    </Button>
  )

  return (
    <Panel title={title} aside={!editing && mayEdit ? edit : undefined}>
      {editing ? (
        <Editor {...props} close={() => setEditing(false)} />
      ) : (
        <>
          <KeyValues rows={rows} />
          {note}
        </>
      )}
    </Panel>
  )
}

function Editor({
  fields,
  actionLabel = 'Save',
  acting = 'Saving...',
  save,
  reread,
  close,
}: Props & { close: () => void }) {
  const form = useFormAction(async (typed) => {
    try {
      toast.success(await save(typed))
      close()
    } finally {
      await reread()
    }
  })

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      {fields}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel={acting}>
          {actionLabel}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

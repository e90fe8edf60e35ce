import { useId } from 'react'
import { useButtonAction, type useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { type OwnView, savedViewCalls } from './calls.tsx'

type Props = {
  views: readonly OwnView[]
  /** True when the current filters are a view that isn't saved yet. */
  canSave: boolean
  form: ReturnType<typeof useToastAction>
  onClose: () => void
}

/** The dialog that saves the current filters under a name, and deletes saved views. */
export function ManageViews({ views, canSave, form, onClose }: Props) {
  const id = useId()

  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved views"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {canSave && (
            <Button
              variant="primary"
              type="submit"
              form={id}
              pending={form.pending}
              pendingLabel="Loading...."
            >
              Save view
            </Button>
          )}
        </>
      }
    >
      {canSave ? (
        <Form id={id} errors={form.errors} onSubmit={form.onSubmit}>
          <TextField
            label="Name"
            name="name"
            maxLength={60}
            hint="Saves the filters, the order and the page size. The search text isn’t saved."
          />
        </Form>
      ) : (
        <p>To save a view, choose filters that aren’t saved yet.</p>
      )}
      {views.length > 0 && (
        <KeyValues
          rows={views.map((view) => ({
            label: view.name,
            value: <DeleteView view={view} />,
          }))}
        />
      )}
    </Dialog>
  )
}

function DeleteView({ view }: { view: OwnView }) {
  const { pending, press } = useButtonAction(() => savedViewCalls.remove.call({ id: view._id }))

  return (
    <Button size="sm" pending={pending} pendingLabel="Loading...." onClick={() => void press()}>
      Delete<span className="visually-hidden"> {view.name}</span>
    </Button>
  )
}

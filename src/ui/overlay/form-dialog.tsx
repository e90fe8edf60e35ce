import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { Form } from '../form/form.tsx'
import type { FormError } from '../form/form-errors.ts'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-box.tsx'

export type FormDialogProps = Omit<DialogProps, 'actions'> & {
  /** What the button that does it says, and while it is under way. */
  actionLabel: string
  acting: string
  /** What the button says that goes back. */
  dismiss?: string | undefined
  errors: readonly FormError[]
  pending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The fields, and what there is to say about them. */
  children: ReactNode
}

/** A question that is answered by a form, even by one that has no fields. */
export function FormDialog(props: FormDialogProps) {
  const {
    actionLabel,
    acting,
    dismiss = 'Go back',
    errors,
    pending,
    onSubmit,
    children,
    ...dialog
  } = props
  const form = useId()

  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{dismiss}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            pending={pending}
            pendingLabel={acting}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <Form id={form} errors={errors} onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  )
}

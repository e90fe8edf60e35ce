import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { Form } from '../form/form.tsx'
import type { FormError } from '../form/form-errors.ts'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-box.tsx'

export type FormDialogProps = Omit<DialogProps, 'actions'> & {
  /** Label of the submit button, and its label while the action runs. */
  actionLabel: string
  acting: string
  /** The action destroys something: its button is red. */
  danger?: boolean | undefined
  /** Label of the cancel button. */
  dismiss?: string | undefined
  errors: readonly FormError[]
  pending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The fields and their explanation. */
  children: ReactNode
}

/** Renders a dialog that is answered by a form, with or without fields. */
export function FormDialog(props: FormDialogProps) {
  const {
    actionLabel,
    acting,
    dismiss = 'Go back',
    danger,
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
            variant={danger ? 'danger' : 'primary'}
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

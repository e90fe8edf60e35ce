import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { Form } from '../form/form.tsx'
import type { FormError } from '../form/form-errors.ts'
import { TextAreaField } from '../form/text-field.tsx'
import type { KeyValue } from '../layout/key-values.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Names the act, the amount and the person. */
  title: ReactNode
  effects?: readonly KeyValue[] | undefined
  /** Who reads the reason, and that it can't be taken back. */
  hint: string
  /** What the button that does it says, and while it is under way. */
  act: string
  acting: string
  errors: readonly FormError[]
  pending: boolean
  /** Submits the field `reason`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** Asks for the reason of an act that somebody else will read. */
export function ReasonDialog({ act, acting, hint, errors, pending, onSubmit, children, ...dialog }: Props) {
  const form = useId()
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>Go back</Button>
          <Button variant="primary" type="submit" form={form} pending={pending} pendingLabel={acting}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      <Form id={form} errors={errors} onSubmit={onSubmit}>
        <TextAreaField id={`${form}-reason`} label="Reason" name="reason" hint={hint} maxLength={1000} />
      </Form>
    </Dialog>
  )
}

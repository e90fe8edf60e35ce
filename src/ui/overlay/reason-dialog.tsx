import { useId } from 'react'
import { TextAreaField } from '../form/text-field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

type Props = Omit<FormDialogProps, 'children' | 'dismiss'> & {
  /** Explains who reads the reason, and that it can't be changed later. */
  hint: string
}

/** Renders a dialog that asks for the `reason` of an action, which another person will read. */
export function ReasonDialog({ hint, ...dialog }: Props) {
  const id = useId()
  return (
    <FormDialog {...dialog}>
      <TextAreaField id={id} label="Reason" name="reason" hint={hint} maxLength={1000} />
    </FormDialog>
  )
}

import { useId } from 'react'
import { TextAreaField } from '../form/text-field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

type Props = Omit<FormDialogProps, 'children' | 'dismiss'> & {
  /** Who reads the reason, and that it can't be taken back. */
  hint: string
}

/** Asks for the `reason` of an act that somebody else will read. */
export function ReasonDialog({ hint, ...dialog }: Props) {
  const id = useId()
  return (
    <FormDialog {...dialog}>
      <TextAreaField id={id} label="Reason" name="reason" hint={hint} maxLength={1000} />
    </FormDialog>
  )
}

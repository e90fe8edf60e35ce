import type { ReactNode } from 'react'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Notice } from '#ui/status/notice.tsx'
import styles from './enquiry-form.module.css'

export type Refused = {
  errors: readonly { field: string; message: string }[]
  written: Readonly<Record<string, string>>
}

type Props = {
  kind: EnquiryKind
  /** Where the form is on its page, and what it is sent to. */
  id: string
  action: string
  /** What the house signed when it handed the form out. */
  shown: string
  /** What is said once it has arrived. */
  sent: ReactNode
  refused: Refused | null
  subject: ReactNode
  button: string
  /** What stands between message and button. */
  children?: ReactNode
}

/** A form to the operator; the browser alone sends it, and it comes back with every field's refusal and what was written. */
export function EnquiryForm({ id, action, shown, sent, refused, subject, button, children, kind }: Props) {
  if (sent)
    return (
      <Notice tone="done" title="Thank you. It has arrived.">
        {sent}
      </Notice>
    )
  const { errors = [], written = {} } = refused ?? {}
  return (
    <Form
      id={id}
      action={`${action}#${id}`}
      method="post"
      encType="multipart/form-data"
      errors={errors}
      className={styles.form}
      data-sending="Sending…"
    >
      <TextField label="Name" name="name" autoComplete="name" maxLength={120} defaultValue={written.name} />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="We answer to this address and use it for nothing else."
        defaultValue={written.email}
      />
      {subject}
      <TextAreaField
        label="Message"
        name="message"
        rows={7}
        maxLength={5000}
        hint={kind === 'contact' ? 'Never write a password or a code. We don’t ask for one.' : undefined}
        defaultValue={written.message}
      />
      {children}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={`${id}-website`}>Website: please leave this empty</label>
        <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="shown" value={shown} />
      <FormActions>
        <Button type="submit" variant="primary" size="lg">
          {button}
        </Button>
      </FormActions>
    </Form>
  )
}

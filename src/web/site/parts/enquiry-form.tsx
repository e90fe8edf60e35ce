import type { ReactNode } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import type { EnquiryKind } from '#modules/enquiries/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { createEnquiryAction, loadEnquiryForm } from '../enquiry-page.ts'
import styles from './enquiry-form.module.css'

const NOTHING = { errors: [], written: {} as Readonly<Record<string, string>> }

/** Returns the state of the page's form: new, sent, or rejected with the submitted values. */
export function useEnquiry() {
  const { shown, sent, reference } = useLoaderData<typeof loadEnquiryForm>()
  const refused = useActionData<ReturnType<typeof createEnquiryAction>>()
  return { shown, sent, reference, refused }
}

type Props = {
  kind: EnquiryKind
  /** Shown after the form was sent. */
  thanks: string
  subject: string
  button: string
  /** Fields between message and button. */
  children?: ReactNode
}

/**
 * Renders a form to the operator; the browser sends it without a script, and it comes back with
 * errors and the submitted values.
 */
export function EnquiryForm({ kind, thanks, subject, button, children }: Props) {
  const { shown, sent, reference, refused } = useEnquiry()
  const id = `${kind}-form`

  if (sent)
    return (
      <div id={id}>
        <Callout tone="done" title="Thanks, we’ve got your message.">
          <p>
            {thanks} {reference && `Your reference is ${reference}.`}
          </p>
        </Callout>
      </div>
    )

  const { errors, written } = refused ?? NOTHING

  return (
    <Form
      id={id}
      action={`/${kind}#${id}`}
      method="post"
      encType="multipart/form-data"
      errors={errors}
      data-sending="Sending…"
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={written.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="We’ll use it only to reply to you."
        defaultValue={written.email}
      />
      <TextField label={subject} name="subject" maxLength={160} defaultValue={written.subject} />
      <TextAreaField
        label="Message"
        name="message"
        rows={7}
        maxLength={5000}
        hint={
          kind === 'contact'
            ? 'Don’t include passwords or security codes. We never ask for them.'
            : undefined
        }
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

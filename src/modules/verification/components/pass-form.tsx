import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { CHECK_LABELS } from '../model.ts'
import { type VerificationReview, verificationCalls } from './calls.tsx'
import styles from './review-panel.module.css'

/** The checklist of a reviewer, with the re-check date. */
export function PassForm({ one }: { one: VerificationReview }) {
  const form = useToastAction(
    async (fields) =>
      await verificationCalls.pass.call({
        id: one._id,
        confirmed: one.checks.filter((check) => fields[`check-${check}`] === 'on'),
        documentValidUntil: fields.documentValidUntil || null,
        recheckOn: fields.recheckOn ?? '',
      }),
  )

  return (
    <Form wide {...form}>
      <div id="confirmed" tabIndex={-1} className={styles.checks}>
        {one.checks.map((check) => (
          <CheckboxField key={check} name={`check-${check}`} label={CHECK_LABELS[check]} />
        ))}
      </div>
      {one.level === 'basic' && one.provider === 'desk' && (
        <TextField
          label="Document valid until"
          name="documentValidUntil"
          type="date"
          hint="As the identity document states it."
        />
      )}
      <TextField
        label="Re-check date"
        name="recheckOn"
        type="date"
        defaultValue={one.proposedRecheckOn}
        hint="From this day on the member has to verify again."
      />
      <FormActions>
        <Button variant="primary" type="submit" pending={form.pending} pendingLabel="Saving...">
          Approve verification
        </Button>
      </FormActions>
    </Form>
  )
}

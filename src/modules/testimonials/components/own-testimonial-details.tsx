import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { testimonialCalls } from './calls.tsx'
import styles from './testimonial-labels.module.css'

export type OwnTestimonialResponse = Awaited<ReturnType<typeof testimonialCalls.own.call>>['data']
type Own = NonNullable<OwnTestimonialResponse['own']>

/** Displays the member's testimonial and withdraws it. */
export function OwnTestimonialDetails({ own }: { own: Own }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <blockquote className={styles.words}>{own.text}</blockquote>
      <KeyValues
        rows={[
          { label: 'Displayed as', value: [own.shownName, own.shownAs].filter(Boolean).join(', ') },
          { label: 'Submitted', value: <When at={own.submittedAt} /> },
          ...(own.reason ? [{ label: 'Reason it is hidden', value: own.reason }] : []),
        ]}
      />
      <FormActions>
        <Button onClick={() => setAsking(true)}>Withdraw…</Button>
      </FormActions>
      {asking && <WithdrawDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const form = useToastAction(() => testimonialCalls.withdraw.call(), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Withdraw your testimonial?"
      actionLabel="Withdraw"
      acting="Withdrawing..."
      {...form}
    >
      <p>
        This withdraws your consent. We remove your testimonial from the public site immediately and
        can’t publish it again. You can write a new one later.
      </p>
    </FormDialog>
  )
}

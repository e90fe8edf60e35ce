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
          { label: 'Shown as', value: [own.shownName, own.shownAs].filter(Boolean).join(', ') },
          { label: 'Given, with your consent', value: <When at={own.submittedAt} /> },
          ...(own.reason ? [{ label: 'Why it is not shown', value: own.reason }] : []),
        ]}
      />
      <FormActions>
        <Button onClick={() => setAsking(true)}>Take it back…</Button>
      </FormActions>
      {asking && <TakeBack onClose={() => setAsking(false)} />}
    </>
  )
}

function TakeBack({ onClose }: { onClose: () => void }) {
  const form = useToastAction(() => testimonialCalls.withdraw.call(), onClose)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Take your words and your consent back?"
      actionLabel="Take back"
      acting="Sending..."
      {...form}
    >
      <p>
        Your testimonial disappears from the public pages at once, and we can’t publish it again.
        You can write a new one later.
      </p>
    </FormDialog>
  )
}

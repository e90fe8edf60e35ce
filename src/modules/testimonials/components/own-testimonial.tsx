import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { testimonialCalls } from './calls.tsx'
import { OwnTestimonialDetails, type OwnTestimonialResponse } from './own-testimonial-details.tsx'
import { TestimonialTag } from './testimonial-labels.tsx'

/** Submits, shows and withdraws the member's own testimonial. */
export function OwnTestimonial() {
  const { data, isError, refetch } = useQuery(testimonialCalls.own.queryOptions())
  const [writing, setWriting] = useState(false)
  const read = data?.data
  const mayWrite = read && !read.own && !writing

  return (
    <Panel
      title="Your testimonial"
      aside={
        read?.own ? (
          <TestimonialTag state={read.own.state} />
        ) : (
          mayWrite && (
            <Button size="sm" onClick={() => setWriting(true)}>
              Write a testimonial
            </Button>
          )
        )
      }
    >
      {!read &&
        (isError ? <ReadFailed onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
      {read && !read.own && (
        <p className="small muted">
          We publish testimonials on our home page, critical ones included. We never pay for a
          testimonial, write one or edit one.
        </p>
      )}
      {read && !read.own && writing && (
        <TestimonialForm consent={read.consent} onClose={() => setWriting(false)} />
      )}
      {read?.own && <OwnTestimonialDetails own={read.own} />}
    </Panel>
  )
}

type TestimonialFormProps = { consent: OwnTestimonialResponse['consent']; onClose: () => void }

function TestimonialForm({ consent, onClose }: TestimonialFormProps) {
  const form = useToastAction(({ text = '', shownName = '', shownAs = '', consent: ticked }) => {
    const consentVersion = ticked ? consent.version : ''
    return testimonialCalls.give.call({ text, shownName, shownAs, consentVersion })
  }, onClose)

  return (
    <Form errors={form.errors} onSubmit={form.onSubmit}>
      <TextAreaField
        label="Testimonial"
        name="text"
        rows={5}
        maxLength={600}
        hint="20 to 600 characters. Please don’t promise returns."
      />
      <FieldRow>
        <TextField
          label="Display name"
          name="shownName"
          maxLength={80}
          autoComplete="off"
          hint="For example, your first name."
        />
        <TextField
          label="Job"
          name="shownAs"
          maxLength={80}
          autoComplete="off"
          optional
          hint="Shown below your name."
        />
      </FieldRow>
      <CheckboxField name="consent" label={consent.text} />
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Submitting...">
          Submit
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

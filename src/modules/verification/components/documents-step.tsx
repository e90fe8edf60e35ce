import { Fragment, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { DocumentKind } from '../model.ts'
import { type MemberLevel, type MemberVerification, verificationCalls } from './calls.tsx'
import { CodeOfDay } from './code-of-day.tsx'
import { DocumentCapture } from './document-capture.tsx'
import { type DocumentSlot, listSlots } from './document-slots.tsx'
import { useStoredAnswer } from './use-verification-action.tsx'
import { buildVerificationPath } from './verification-view.tsx'

/**
 * Reads the code of the day when the step is opened, and on demand: beginning an open level again
 * changes nothing else.
 */
function useCodeOfDay({ level, code }: MemberLevel) {
  const display = useStoredAnswer()
  const isRead = useRef(false)
  const renew = async () => display(await verificationCalls.begin.call({ level }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is opened
  useEffect(() => {
    if (!code || isRead.current) return
    isRead.current = true
    void renew().catch(() => undefined)
  }, [code])

  return renew
}

const listMissingErrors = (slots: readonly DocumentSlot[], missing: readonly DocumentKind[]) =>
  slots
    .filter(({ kind, optional }) => missing.includes(kind) && !optional)
    .map(({ name, label }) => ({ field: name, message: `Please upload: ${label}.` }))

type Props = {
  level: MemberLevel
  verification: MemberVerification
  verificationId: string
  editsDetails: boolean
}

/** The step in which the documents of a level are uploaded, on one device or several. */
export function DocumentsStep({ level, verification, verificationId, editsDetails }: Props) {
  const navigate = useNavigate()
  const renewCode = useCodeOfDay(level)
  const [isChecked, setChecked] = useState(false)
  const slots = listSlots(level, verification)
  const { missing, needs, reason } = level

  return (
    <Form
      wide
      errors={isChecked ? listMissingErrors(slots, missing) : []}
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(missing.length > 0)
        if (missing.length === 0) void navigate(buildVerificationPath(level.level, 'review'))
      }}
    >
      {reason && (
        <Callout title="What to send again">
          <p>{reason}</p>
          {level.documents.length > 0 && <p>What is uploaded below stays.</p>}
        </Callout>
      )}
      {slots.map((slot) => (
        <Fragment key={slot.name}>
          {slot.kind === 'photo_with_code' && level.code && level.codeOn && (
            <CodeOfDay code={level.code} day={level.codeOn} />
          )}
          <DocumentCapture
            level={level}
            verificationId={verificationId}
            slot={slot}
            renewCode={renewCode}
          />
        </Fragment>
      ))}
      <p className="small muted" role="status">
        {needs.length - missing.length} of {needs.length} required{' '}
        {needs.length === 1 ? 'document' : 'documents'} uploaded. PNG, JPEG, WebP or PDF, up to 10
        MB each.
      </p>
      <FormActions>
        <Button type="submit" variant={missing.length === 0 ? 'primary' : 'secondary'} size="lg">
          Continue
        </Button>
        {editsDetails && (
          <ButtonLink to={buildVerificationPath(level.level, 'details')} size="lg">
            Back to your details
          </ButtonLink>
        )}
      </FormActions>
    </Form>
  )
}

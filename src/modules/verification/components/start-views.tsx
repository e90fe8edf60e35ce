import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { LEVEL_NAMES } from '../model.ts'
import { type MemberLevel, type MemberVerification, verificationCalls } from './calls.tsx'
import { listSlots } from './document-slots.tsx'
import { useBegin, useStoredAnswer, useVerificationAction } from './use-verification-action.tsx'
import { formatReviewTime, LEVEL_PURPOSES, type LevelRequirements } from './verification-texts.tsx'
import { buildVerificationPath, findLowerLevel } from './verification-view.tsx'

type Props = { verification: MemberVerification; level: MemberLevel }

/** Shows what a level needs and what requires it, before it is started. */
export function Start({
  verification,
  level,
  requirements,
}: Props & { requirements: LevelRequirements }) {
  const begin = useBegin(level.level)
  const asksDetails = !verification.detailsLocked

  return (
    <>
      <Panel title={`Level ${LEVEL_NAMES[level.level]}: what you need`}>
        <Timeline
          steps={[
            ...(asksDetails
              ? [
                  {
                    title: 'Your details',
                    note: 'Date of birth, nationality and address.',
                    state: 'now' as const,
                  },
                ]
              : []),
            {
              title: 'Your documents',
              note: describeDocuments(verification, level),
              state: asksDetails ? 'todo' : 'now',
            },
            {
              title: 'The review',
              note: `Within ${formatReviewTime(verification)}. We’ll email you the result.`,
              state: 'todo',
            },
          ]}
        />
      </Panel>
      <p className="small muted">
        {LEVEL_PURPOSES[level.level].shows} {requirements[level.level]}
      </p>
      <FormActions>
        {asksDetails ? (
          <ButtonLink
            variant="primary"
            size="lg"
            to={buildVerificationPath(level.level, 'details')}
          >
            Start
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            size="lg"
            pending={begin.pending}
            pendingLabel="Starting..."
            onClick={() => void begin.press()}
          >
            Start
          </Button>
        )}
      </FormActions>
    </>
  )
}

const describeDocuments = (verification: MemberVerification, level: MemberLevel) =>
  verification.provider === 'sumsub'
    ? 'On the pages of our identity provider, with a phone or a computer.'
    : listSlots(level, verification)
        .map(({ label, optional }) => (optional ? `${label} (optional)` : label))
        .join('; ')

/** Shows that a lower level comes first. */
export function LowerFirst({ verification, level }: Props) {
  const lower = findLowerLevel(verification, level)
  if (!lower) return null

  return (
    <>
      <Callout tone="info" title={`${LEVEL_NAMES[lower.level]} comes first`}>
        You can start {LEVEL_NAMES[level.level].toLowerCase()} as soon as you have submitted it.
      </Callout>
      <FormActions>
        <ButtonLink variant="primary" size="lg" to={buildVerificationPath(lower.level)}>
          {`Go to ${LEVEL_NAMES[lower.level]}`}
        </ButtonLink>
      </FormActions>
    </>
  )
}

/** Leads to an outside identity provider, in the same tab; it leads back to the status. */
export function Elsewhere({ level: { level } }: Props) {
  const display = useStoredAnswer()
  const { pending, press } = useVerificationAction(async () => {
    const answer = display(await verificationCalls.begin.call({ level }))
    const link = answer.data.levels.find((one) => one.level === level)?.link
    if (link) location.assign(link)
  })

  return (
    <>
      <Callout tone="info" title="You leave our site for a moment">
        Sumsub checks your documents for us. When you are done, come back to this page: it shows the
        state of your verification.
      </Callout>
      <FormActions>
        <Button
          variant="primary"
          size="lg"
          pending={pending}
          pendingLabel="Opening..."
          onClick={() => void press()}
        >
          Continue to identity check
        </Button>
      </FormActions>
    </>
  )
}

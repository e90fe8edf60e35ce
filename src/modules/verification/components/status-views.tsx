import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Reference } from '#ui/layout/confirmation.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { DOCUMENT_NAMES, LEVEL_NAMES, LEVELS } from '../model.ts'
import type { MemberLevel, MemberVerification } from './calls.tsx'
import { DocumentList } from './review-step.tsx'
import { useBegin } from './use-verification-action.tsx'
import { buildVerificationPath, hasDocuments, isReached } from './verification-view.tsx'

type Props = { verification: MemberVerification; level: MemberLevel }

const WriteToUs = () => {
  const { email } = useSiteConfig()
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  )
}

/** Shows a submitted level with the promised time. */
export function InReview({ level }: Pick<Props, 'level'>) {
  const { provider, submittedAt, dueAt, overdue, documents, verification } = level

  return (
    <>
      <Panel title="What happens next">
        <Timeline
          steps={[
            {
              title: 'You submitted',
              note: submittedAt && <When at={submittedAt} />,
              state: 'done',
            },
            {
              title:
                provider === 'sumsub'
                  ? 'Sumsub checks your documents'
                  : 'Our staff review your documents',
              note: overdue ? (
                <>
                  This is taking longer than we promised. You don’t need to do anything. Questions?
                  Email <WriteToUs />.
                </>
              ) : (
                dueAt && (
                  <>
                    By <When at={dueAt} />
                  </>
                )
              ),
              state: 'now',
            },
            { title: 'We email you the result', state: 'todo' },
          ]}
        />
      </Panel>
      <Panel title="What you sent">
        {documents.length > 0 && <DocumentList level={level} />}
        {verification && <Reference value={verification} />}
      </Panel>
    </>
  )
}

/** Shows what has to be sent again, and why. */
export function TryAgain({ level }: Props) {
  const { reason, rejectedDocuments, documents } = level
  const { pending, press } = useBegin(level.level)
  const stays = documents.some(({ kind }) => !rejectedDocuments.includes(kind))

  return (
    <>
      <Callout title="What to do">
        <p>{reason}</p>
      </Callout>
      {rejectedDocuments.length > 0 && (
        <Panel title="Send again">
          <Timeline
            steps={rejectedDocuments.map((kind) => ({
              title: DOCUMENT_NAMES[kind],
              note: 'Please send another one.',
              state: 'now',
            }))}
          />
        </Panel>
      )}
      {stays && <p className="small muted">The other documents stay: you don’t send them again.</p>}
      <FormActions>
        <Button
          variant="primary"
          size="lg"
          pending={pending}
          pendingLabel="Opening..."
          onClick={() => void press()}
        >
          {hasDocuments(level) ? 'Send documents again' : 'Start again'}
        </Button>
      </FormActions>
    </>
  )
}

/** Shows a level that counts, before which day to renew it, and how to renew or raise it. */
export function Passed({ verification, level }: Props) {
  const { expiresOn, expiresSoon, decidedAt } = level
  const next = verification.levels[LEVELS.indexOf(level.level) + 1]
  const renewal = useBegin(level.level, level.level === 'basic' ? 'details' : 'documents')

  return (
    <>
      {expiresSoon && expiresOn && (
        <Callout title="Please renew soon">
          Renew before <CalendarDay day={expiresOn} />, so that deposits and withdrawals aren’t
          interrupted.
        </Callout>
      )}
      <Panel title={`Level ${LEVEL_NAMES[level.level]}`}>
        <Timeline
          steps={[
            { title: 'Verified', note: decidedAt && <When at={decidedAt} />, state: 'done' },
            {
              title: 'Renewal',
              note: expiresOn && (
                <>
                  Renew before <CalendarDay day={expiresOn} />. We’ll email you a month before.
                </>
              ),
              state: 'todo',
            },
          ]}
        />
      </Panel>
      {level.level === 'basic' && (
        <p className="small muted">
          Have you moved, changed your name or got a new document? Verify again with what is new.
        </p>
      )}
      <FormActions>
        {next && !isReached(verification, next.level) && next.status === 'not_started' && (
          <ButtonLink variant="primary" to={buildVerificationPath(next.level)}>
            {`Continue with ${LEVEL_NAMES[next.level]}`}
          </ButtonLink>
        )}
        <Button
          variant={expiresSoon ? 'primary' : 'secondary'}
          pending={renewal.pending}
          pendingLabel="Opening..."
          onClick={() => void renewal.press()}
        >
          Verify again
        </Button>
      </FormActions>
    </>
  )
}

/** Shows what to do where no verification is offered. */
export const NotOffered = () => (
  <Callout tone="info">
    If your checklist asks for it, contact us at <WriteToUs />.
  </Callout>
)

/** Shows a refusal in neutral words: the reason is for staff alone. */
export const Refused = () => (
  <Callout tone="info" title="What this means">
    <p>
      You can’t deposit, invest or withdraw where a verified identity is needed. Your money stays
      yours and you can see it on your dashboard. If you have a balance, email <WriteToUs /> to ask
      how it can be paid out.
    </p>
  </Callout>
)

import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { BackLink } from '#ui/actions/text-link.tsx'
import type { Option } from '#ui/form/select-field.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { type Step, Stepper } from '#ui/status/stepper.tsx'
import type { MemberLevel, MemberVerification } from './calls.tsx'
import { DetailsStep } from './details-step.tsx'
import { DocumentsStep } from './documents-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { Elsewhere, LowerFirst, Start } from './start-views.tsx'
import { InReview, NotOffered, Passed, Refused, TryAgain } from './status-views.tsx'
import { LevelsPanel, PhonePanel, PrivacyPanel } from './verification-rail.tsx'
import { getLead, getTitle, type LevelRequirements } from './verification-texts.tsx'
import {
  buildVerificationPath,
  chooseLevel,
  chooseView,
  STEP_NUMBERS,
  type VerificationView,
} from './verification-view.tsx'

type Props = {
  verification: MemberVerification
  countries: readonly Option[]
  requirements: LevelRequirements
}

/** Moves the focus to the heading of another step, as a new page does. */
function useStepFocus(step: string) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return

    shown.current = step
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [step])
}

/** Shows a member's verification at the level and the step of the address. */
export function VerificationSteps({ verification, countries, requirements }: Props) {
  const [params] = useSearchParams()
  const level = chooseLevel(verification, params.get('level'))
  const view = chooseView(verification, level, params.get('step'))
  const number = STEP_NUMBERS[view]
  useStepFocus(`${level.level} ${view}`)

  return (
    <Stack>
      {number !== undefined && (
        <Stepper steps={listSteps(verification, level, view)} current={number} />
      )}
      <Columns
        rail={
          <>
            {view === 'documents' && <PhonePanel level={level} />}
            <LevelsPanel verification={verification} level={level} requirements={requirements} />
            <PrivacyPanel verification={verification} />
          </>
        }
      >
        <PageHeading
          back={<BackLink to="/dashboard/user-profile">Back to profile</BackLink>}
          title={getTitle(view, level)}
          lead={getLead(view, level)}
        />
        <View
          key={`${level.level} ${view}`}
          view={view}
          level={level}
          verification={verification}
          countries={countries}
          requirements={requirements}
        />
      </Columns>
    </Stack>
  )
}

/** Lists the steps of a level; those that can still be changed have a link. */
function listSteps(
  { detailsLocked }: MemberVerification,
  { level, status }: MemberLevel,
  view: VerificationView,
): Step[] {
  const isOpen = status === 'waiting_for_member' && view !== 'in_review'
  const address = (step: 'details' | 'documents') =>
    isOpen ? buildVerificationPath(level, step) : undefined

  return [
    { label: 'Details', to: detailsLocked ? undefined : address('details') },
    { label: 'Documents', to: address('documents') },
    { label: 'Check and submit' },
    { label: 'Review' },
  ]
}

type ViewProps = Props & { view: VerificationView; level: MemberLevel }

function View({ view, level, verification, countries, requirements }: ViewProps) {
  const { verification: verificationId } = level

  switch (view) {
    case 'off':
      return <NotOffered />
    case 'lower':
      return <LowerFirst verification={verification} level={level} />
    case 'start':
    case 'renew':
      return <Start verification={verification} level={level} requirements={requirements} />
    case 'details':
      return <DetailsStep verification={verification} level={level} countries={countries} />
    case 'elsewhere':
      return <Elsewhere verification={verification} level={level} />
    case 'try_again':
    case 'ended':
      return <TryAgain verification={verification} level={level} />
    case 'in_review':
      return <InReview level={level} />
    case 'passed':
      return <Passed verification={verification} level={level} />
    case 'refused':
      return <Refused />
    case 'review':
      return (
        <ReviewStep
          level={level}
          verification={verification}
          verificationId={verificationId ?? ''}
          countries={countries}
        />
      )
    case 'documents':
      return (
        <DocumentsStep
          level={level}
          verification={verification}
          verificationId={verificationId ?? ''}
          editsDetails={!verification.detailsLocked}
        />
      )
  }
}

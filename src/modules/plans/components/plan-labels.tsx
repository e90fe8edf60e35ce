import { Tag, type Tone } from '#ui/status/tag.tsx'
import { getFamilyName } from '../model.ts'
import type { OwnPosition, StaffPlan, StaffVersion } from './calls.tsx'

/** A family as people read it. */
export const familyText = getFamilyName

const STATES: Record<StaffPlan['state'], [Tone, string]> = {
  draft: ['wait', 'Draft'],
  published: ['ok', 'Published'],
  closed: ['neutral', 'Closed'],
}

export const planStateText = (state: StaffPlan['state']) => STATES[state][1]

export function PlanStateTag({ state }: { state: StaffPlan['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

export type VersionState = 'offered' | 'coming' | 'draft' | 'superseded' | 'ended'

/** Returns the state of a version among the versions of its plan, which are sorted newest first. */
export function computeVersionState(plan: StaffPlan, version: StaffVersion): VersionState {
  if (version.onOffer) return 'offered'

  const newer = plan.versions.filter((one) => one.number > version.number)
  if (plan.state === 'closed') return 'ended'
  if (version.publishedAt === null) return newer.length > 0 ? 'superseded' : 'draft'

  return newer.some((one) => one.publishedAt !== null) ||
    plan.versions.some((one) => one.onOffer && one.number > version.number)
    ? 'ended'
    : 'coming'
}

const VERSION_STATES: Record<VersionState, [Tone, string]> = {
  offered: ['ok', 'On offer'],
  coming: ['info', 'Begins later'],
  draft: ['wait', 'Draft'],
  superseded: ['neutral', 'Superseded'],
  ended: ['neutral', 'Not on offer'],
}

export const formatVersionState = (state: VersionState) => VERSION_STATES[state][1]

export function VersionStateTag({ state }: { state: VersionState }) {
  const [tone, text] = VERSION_STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

type Position = Pick<OwnPosition, 'status' | 'returnDue' | 'returnPaid'>

/** Returns a position's state as members read it. Paid, due and partly paid are separate states. */
export function describePositionState({ status, returnDue, returnPaid }: Position): [Tone, string] {
  if (status === 'open') return ['info', 'Active']
  if (status === 'lost') return ['bad', 'Lost']
  if (status === 'reversed') return ['bad', 'Reversed']
  if (status === 'redeemed' && Number(returnDue) === 0) return ['neutral', 'Withdrawn']
  if (Number(returnDue) === 0) return ['neutral', 'Matured']
  if (returnDue === returnPaid) return ['ok', 'Matured, return paid']

  return Number(returnPaid) > 0 ? ['wait', 'Matured, partly paid'] : ['wait', 'Matured, return due']
}

export function PositionTag({ position }: { position: Position }) {
  const [tone, text] = describePositionState(position)
  return <Tag tone={tone}>{text}</Tag>
}

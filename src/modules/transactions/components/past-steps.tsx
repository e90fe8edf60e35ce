import { When } from '#ui/figures/when.tsx'
import type { TimelineStep } from '#ui/status/timeline.tsx'

type PastStep = { what: string; at: string; detail?: string | undefined }

/** Returns the past steps of a timeline; `failure` begins the title of the step that failed. */
export const buildPastSteps = (timeline: readonly PastStep[], failure: string): TimelineStep[] =>
  timeline.map(({ what, at, detail }) => ({
    title: what,
    note: (
      <>
        <When at={at} />
        {detail && <> · {detail}</>}
      </>
    ),
    state: what.startsWith(failure) ? 'failed' : 'done',
  }))

/** Returns the past steps with their times in UTC, for the back office. */
export const buildStaffPastSteps = (
  timeline: readonly PastStep[],
  failure: string,
): TimelineStep[] =>
  timeline.map(({ what, at, detail }) => ({
    title: what,
    note: (
      <>
        <When at={at} timeZone="UTC" /> UTC{detail && ` · ${detail}`}
      </>
    ),
    state: what.startsWith(failure) ? 'failed' : 'done',
  }))

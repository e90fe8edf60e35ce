import { When } from '#ui/figures/when.tsx'
import type { TimelineStep } from '#ui/status/timeline.tsx'

type PastStep = { what: string; at: string; detail?: string | undefined }

/** Returns the past steps of a timeline; one of `failures` begins the title of a failed step. */
export const buildPastSteps = (
  timeline: readonly PastStep[],
  failures: readonly string[],
): TimelineStep[] =>
  timeline.map(({ what, at, detail }) => ({
    title: what,
    note: (
      <>
        <When at={at} />
        {detail && <> · {detail}</>}
      </>
    ),
    state: hasFailed(what, failures) ? 'failed' : 'done',
  }))

/** Returns the past steps with their times in UTC, for the back office. */
export const buildStaffPastSteps = (
  timeline: readonly PastStep[],
  failures: readonly string[],
): TimelineStep[] =>
  timeline.map(({ what, at, detail }) => ({
    title: what,
    note: (
      <>
        <When at={at} timeZone="UTC" /> UTC{detail && ` · ${detail}`}
      </>
    ),
    state: hasFailed(what, failures) ? 'failed' : 'done',
  }))

const hasFailed = (what: string, failures: readonly string[]) =>
  failures.some((failure) => what.startsWith(failure))

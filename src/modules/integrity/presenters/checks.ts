import { INVARIANTS, type IntegrityCheck, type Problem, type Verification } from '../model.ts'
import { STEPS_TO_VERIFY } from '../queries.ts'

export const toProblemResponses = (problems: readonly Problem[]) =>
  problems.map((problem) => ({ ...problem, promise: INVARIANTS[problem.invariant] ?? '' }))

export const toCheckResponse = ({
  whole,
  afterSeq,
  uptoSeq,
  startedAt,
  finishedAt,
  problems,
  accepted,
}: IntegrityCheck) => ({
  whole,
  after: String(afterSeq),
  upto: String(uptoSeq),
  startedAt,
  finishedAt,
  problems: toProblemResponses(problems),
  accepted: toProblemResponses(accepted),
})

export const toVerificationResponse = ({ id, steps, ...verification }: Verification) => ({
  ...verification,
  _id: id,
  stepsInAll: STEPS_TO_VERIFY,
  steps: steps.map((step) => ({ ...step, problems: toProblemResponses(step.problems) })),
})

/** Returns the message of a finished check; null while another process checks. */
export function describeCheck(check: IntegrityCheck | null): string {
  if (!check) return 'Another check is already running'

  const count = check.problems.length
  return count === 0 ? 'No problems found' : `Problems found: ${count}`
}

import { CallError, createUnknownOutcomeError } from './call-error.ts'

const WAITS_MS = [1_000, 2_000, 4_000, 8_000]

/** Answers of a server that lost its database for a moment. */
const PASSING = new Set(['unavailable', 'outcome_unknown'])
/** Further answers that leave it open what became of an earlier attempt. */
const UNDECIDED = new Set(['unreached', 'in_progress', 'busy'])

const getCode = (error: unknown) => (error instanceof CallError ? error.code : '')

/**
 * Sends a call that moves money again, with the same key, while the server can't say what became of
 * it: it is carried out once at most, and the last answer is the true one. After 15 seconds the
 * error says that the outcome is unknown, or that nothing was carried out.
 */
export async function repeatUntilKnown<Result>(attempt: () => Promise<Result>): Promise<Result> {
  let isUnknown = false

  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const code = getCode(error)
      isUnknown ||= code === 'outcome_unknown'
      if (!PASSING.has(code) && !(isUnknown && UNDECIDED.has(code))) throw error

      const waitMs = WAITS_MS[attempts]
      if (waitMs === undefined) throw isUnknown ? createUnknownOutcomeError() : error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

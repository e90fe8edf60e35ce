import { listConsents } from '#modules/identity/queries.ts'
import type { Reader } from '#platform/db/db.ts'

/** Returns what a member ticked at sign-up and since, in the text that was shown, oldest first. */
export const listConsentResponses = async (reader: Reader, memberId: string) =>
  (await listConsents(reader, memberId)).map(({ shownAt, sessionId, ...consent }) => ({
    ...consent,
    at: shownAt,
    session: sessionId,
  }))

import { getSetting } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { buildConsentStatements, failures, type LegalVersions } from '../model.ts'
import { getTables } from './rows.ts'

export type Consent = {
  document: string
  version: string
  statement: string
  statementSha256: string
  shownAt: Date
  /** Null at sign-up, before the first session. */
  sessionId: string | null
}

const selectConsentRows = (reader: Reader, memberId: string) =>
  getTables(reader)
    .selectFrom('consent')
    .select(['document', 'version', 'statement', 'statement_sha256 as statementSha256'])
    .select(['shown_at as shownAt', 'session_id as sessionId'])
    .where('member_id', '=', memberId)
    .orderBy('shown_at')
    .orderBy('document')

/** Returns a member's consents with the statements that were displayed, oldest first. */
export const listConsents = (reader: Reader, memberId: string): Promise<Consent[]> =>
  selectConsentRows(reader, memberId).execute()

/** Returns the query of a member's consents for `readBatch`. */
export const selectConsents = (reader: Reader, memberId: string) =>
  toBatchQuery<Consent>(selectConsentRows(reader, memberId), { shownAt: 'instant' })

/** Returns the statements of the current legal texts that a member has not consented to. */
export async function listMissingConsents(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  memberId: string,
) {
  const legal = await getSetting(reader, config, 'legal')
  return filterMissingConsents(legal, await listConsents(reader, memberId))
}

const filterMissingConsents = (legal: LegalVersions, consents: readonly Consent[]) =>
  buildConsentStatements(legal).filter(
    ({ document, version }) =>
      !consents.some((one) => one.document === document && one.version === version),
  )

/**
 * Throws `consent_needed` unless the member has consented to the current legal texts. Required for
 * deposits, never for withdrawals.
 */
export async function assertConsented(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  memberId: string,
): Promise<void> {
  if ((await listMissingConsents(reader, config, memberId)).length > 0)
    throw failures.consentNeeded()
}

/** Throws as `assertConsented` does, for consents that were read by `selectConsents`. */
export function assertAllConsented(legal: LegalVersions, consents: readonly Consent[]): void {
  if (filterMissingConsents(legal, consents).length > 0) throw failures.consentNeeded()
}

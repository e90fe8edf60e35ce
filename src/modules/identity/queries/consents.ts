import { getSetting } from '#modules/settings/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import { buildConsentStatements, failures } from '../model.ts'
import { getTables } from './rows.ts'

export type Consent = { document: string; version: string; statement: string; shownAt: Date }

/** Returns a member's consents with the statements that were displayed, oldest first. */
export async function listConsents(reader: Reader, memberId: string): Promise<Consent[]> {
  return await getTables(reader)
    .selectFrom('consent')
    .select(['document', 'version', 'statement', 'shown_at as shownAt'])
    .where('member_id', '=', memberId)
    .orderBy('shown_at')
    .orderBy('document')
    .execute()
}

/** Returns the statements of the current legal texts that a member has not consented to. */
export async function listMissingConsents(
  reader: Reader,
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>,
  memberId: string,
) {
  const consents = await listConsents(reader, memberId)
  return buildConsentStatements(await getSetting(reader, config, 'legal')).filter(
    ({ document, version }) =>
      !consents.some((one) => one.document === document && one.version === version),
  )
}

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

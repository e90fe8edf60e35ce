import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { LEVELS, type Level, MIN_AGE_YEARS } from '../model.ts'
import {
  areDetailsLocked,
  findAcceptedDocuments,
  findIdentityDetails,
  findRetentionDays,
  findVerificationLevel,
  listDocuments,
  listVerifications,
} from '../queries.ts'
import { toLevelResponse } from './level.ts'

/**
 * Returns a member's verification as a whole. `link` is where an outside provider continues with a
 * level that was just begun.
 */
export async function buildMemberVerification(
  app: App,
  memberId: string,
  begun: { level: Level; link: string | null } | null = null,
) {
  const today = app.clock.today()
  const { reviewDays } = await getSetting(app.db, app.config, 'verification')
  const { identityDays } = await getSetting(app.db, app.config, 'retention')
  const accepted = await findAcceptedDocuments(app.db, memberId, today)
  const details = await findIdentityDetails(app.db, memberId)
  const all = await listVerifications(app.db, memberId)
  const attempts = LEVELS.map((level) => all.filter((one) => one.level === level))
  const documents = await listDocuments(
    app.db,
    attempts.flatMap(([last]) => last?.id ?? []),
  )

  return {
    provider: app.config.IDENTITY_PROVIDER,
    level: await findVerificationLevel(app.db, memberId, today),
    minAge: MIN_AGE_YEARS,
    reviewDays,
    retentionDays: Math.max(identityDays, await findRetentionDays(app.db, app, memberId)),
    accepted: {
      identity: [...accepted.identity],
      address: [...accepted.address],
    },
    details,
    detailsLocked: details !== null && (await areDetailsLocked(app.db, memberId, today)),
    levels: LEVELS.map((level, at) =>
      toLevelResponse({
        level,
        attempts: attempts[at] ?? [],
        documents: documents.filter(
          ({ verificationId }) => verificationId === attempts[at]?.[0]?.id,
        ),
        details,
        provider: app.config.IDENTITY_PROVIDER,
        now: app.clock.now(),
        today,
        link: begun?.level === level ? begun.link : null,
      }),
    ),
  }
}

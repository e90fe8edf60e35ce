import type { App } from '#platform/app.ts'
import { sealed, type Unsealed, unsealed } from '#platform/secrets.ts'
import { AUTHENTICATOR } from '../acts/take-code.ts'
import type { IdentityTables } from '../tables.ts'

const AT_ONCE = 200

type Sealed = { anew: number; lost: number }

/**
 * Seals under the secret of now whatever one of before sealed, so that the old one can be taken
 * away. What no secret that is named opens is counted as lost and left as it is: with the right one
 * it opens again.
 */
export async function sealAnew(app: App): Promise<Sealed> {
  const all: Sealed = { anew: 0, lost: 0 }
  if (app.config.SECRET_BEFORE.length === 0) return all

  for (let behind: string | null = ''; behind !== null; ) {
    const some: Sealed & { last: string | null } = await sealSome(app, behind)
    all.anew += some.anew
    all.lost += some.lost
    behind = some.last
  }

  if (all.anew + all.lost > 0)
    app.log[all.lost > 0 ? 'error' : 'info'](all, 'second factors were sealed anew')

  return all
}

async function sealSome(app: App, behind: string): Promise<Sealed & { last: string | null }> {
  return await app.db.transaction().execute(async (tx) => {
    const own = tx.withTables<IdentityTables>()
    const rows = await own
      .selectFrom('authenticator')
      .select(['person_id', 'sealed_secret'])
      .where('person_id', '>', behind)
      .orderBy('person_id')
      .limit(AT_ONCE)
      .forUpdate()
      .execute()

    const done: Sealed = { anew: 0, lost: 0 }
    for (const { person_id: person, sealed_secret: kept } of rows) {
      const found = openedOrNull(app, person, kept)
      if (!found) done.lost += 1
      if (!found?.outdated) continue
      const fresh = { sealed_secret: sealed(app.config, AUTHENTICATOR, person, found.plain) }
      await own.updateTable('authenticator').set(fresh).where('person_id', '=', person).execute()
      done.anew += 1
    }

    return { ...done, last: rows.length < AT_ONCE ? null : (rows.at(-1)?.person_id ?? null) }
  })
}

function openedOrNull(app: App, person: string, kept: Buffer): Unsealed | null {
  try {
    return unsealed(app.config, AUTHENTICATOR, person, kept)
  } catch {
    return null
  }
}

import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { newToken, tokenDigest } from '#platform/secrets.ts'
import { ALARM_LIFE_MS, type Person } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type Alarm = {
  memberId: string
  /** What the mail tells, such as `password-changed`. */
  about: string
  /** Where the account goes back to, when the mail is about a change of address. */
  oldEmail?: string
}

type AlarmApp = Pick<App, 'clock' | 'config'>

/**
 * Makes the address behind 'this was not me' in a mail: pressed there, everything rests at once.
 * Works once, for three days.
 */
export async function makeAlarmLink(
  tx: Tx,
  app: AlarmApp,
  { memberId, about, oldEmail }: Alarm,
): Promise<string> {
  const { link, row } = newLink(app, about)
  await tx
    .withTables<IdentityTables>()
    .insertInto('alarm_link')
    .values({ ...row, member_id: memberId, old_email: oldEmail ?? null })
    .execute()

  return link
}

/** The same for a mail to whoever it is, a member or one of the staff. */
export async function makeOwnAlarmLink(
  tx: Tx,
  app: AlarmApp,
  person: Pick<Person, 'id' | 'kind'>,
  about: string,
): Promise<string> {
  if (person.kind === 'member') return await makeAlarmLink(tx, app, { memberId: person.id, about })

  const { link, row } = newLink(app, about)
  await tx
    .withTables<IdentityTables>()
    .insertInto('staff_alarm_link')
    .values({ ...row, staff_id: person.id })
    .execute()

  return link
}

function newLink({ clock, config }: AlarmApp, about: string) {
  const now = clock.now()
  const token = newToken()
  const expires = new Date(now.getTime() + ALARM_LIFE_MS)

  return {
    link: `${config.PUBLIC_URL}/not-me/${token}`,
    row: {
      token_digest: tokenDigest(token),
      about,
      made_at: now,
      expires_at: expires,
      used_at: null,
    },
  }
}

import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Events } from './events/events.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail-message.ts'
import type { Logger } from './monitoring/log.ts'

/**
 * The services that commands and queries use: a plain object, no container. A module adds its own
 * by declaration merging (`declare module '#platform/app.ts'`), so the platform names no domain.
 */
export interface App {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Jobs
  readonly files: Files
  /** Storage for published heads of the ledger, best on another machine than the database. */
  readonly anchors: Files
  readonly mail: Mail
  readonly events: Events
}

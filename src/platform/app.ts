import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Events } from './events/events.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { Logger } from './monitoring/log.ts'
import type { OutsideBalances } from './outside.ts'
import type { PriceFeed } from './prices.ts'

/** What a command may reach outside itself: a plain object, no container. */
export type App = Readonly<{
  config: Config
  db: Db
  clock: Clock
  log: Logger
  jobs: Jobs
  files: Files
  /**
   * Where heads of the books are told outside the database: a place of its own, best on another
   * machine.
   */
  anchors: Files
  mail: Mail
  prices: PriceFeed
  outside: OutsideBalances
  events: Events
}>

import type { Reader } from '#platform/db/db.ts'
import type { NotificationTables } from '../tables.ts'

/** Returns the reader with the tables of this module. */
export const getTables = (reader: Reader) => reader.withTables<NotificationTables>()

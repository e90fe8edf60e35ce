import { DAY_MS } from '#lib/dates.ts'

/** The lifetime of a data export, and the maximum number of requests within 24 hours. */
export const DATA_EXPORT_LIFETIME_MS = 7 * DAY_MS

export const MAX_DATA_EXPORTS_PER_DAY = 2

/** Returns the storage key of a data export. */
export const buildDataExportKey = (id: string): string => `exports/${id}`

export const parseDataExportId = (key: string): string => key.slice('exports/'.length)

/** The phrase that confirms the closing of an account. */
export const CLOSING_PHRASE = 'CLOSE MY ACCOUNT'

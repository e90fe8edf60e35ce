const DAY_MS = 86_400_000

/**
 * How long a file of a member's own data can be downloaded, and how many can be asked for within 24
 * hours.
 */
export const DATA_EXPORT_LIFETIME_MS = 7 * DAY_MS

export const MAX_DATA_EXPORTS_PER_DAY = 2

/** Where the file of a dossier rests. */
export const buildDataExportKey = (id: string): string => `dossiers/${id}`

export const parseDataExportId = (key: string): string => key.slice('dossiers/'.length)

/** What has to be typed to close an account. */
export const CLOSING_PHRASE = 'CLOSE MY ACCOUNT'

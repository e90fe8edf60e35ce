import type { Settings } from '../config/settings.ts'

export type S3Options = {
  /** Scheme, host and port, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or a path that ends with a slash. */
  prefix: string
  /** True if the bucket is part of the path instead of the host name. */
  isPathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  encryption: 'AES256' | 'aws:kms' | undefined
  /** The time of one try without content; a megabyte adds a second. */
  timeoutMs: number
}

const TIMEOUT_MS = 10_000

/** Returns the configured bucket, or null where files are stored in a folder. */
export function buildS3Options(settings: Settings): S3Options | null {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null

  return {
    endpoint: new URL(S3_ENDPOINT).origin,
    region: settings.S3_REGION,
    bucket: S3_BUCKET,
    prefix: settings.S3_PREFIX ? `${settings.S3_PREFIX}/` : '',
    isPathStyle: settings.S3_PATH_STYLE,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    encryption: settings.S3_ENCRYPTION,
    timeoutMs: TIMEOUT_MS,
  }
}

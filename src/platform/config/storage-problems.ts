import { isIP } from 'node:net'
import type { Settings } from './settings.ts'

const REQUIRED = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const WITHOUT_EFFECT = [...REQUIRED, 'S3_PREFIX', 'S3_ENCRYPTION'] as const

/** Returns the problems of the settings of the bucket, which are complete or absent. */
export function listStorageProblems(settings: Settings): string[] {
  if (!settings.S3_BUCKET)
    return WITHOUT_EFFECT.filter((name) => settings[name]).map(
      (name) => `${name}: has no effect without S3_BUCKET`,
    )

  return [
    ...REQUIRED.filter((name) => !settings[name]).map((name) => `${name}: S3_BUCKET needs it`),
    ...(settings.S3_ENDPOINT ? listEndpointProblems(settings.S3_ENDPOINT, settings) : []),
  ]
}

function listEndpointProblems(endpoint: string, { MODE, S3_PATH_STYLE }: Settings): string[] {
  const { protocol, hostname, origin, href } = new URL(endpoint)
  const problems: string[] = []

  if (href !== `${origin}/`) problems.push('S3_ENDPOINT: is scheme, host and port alone')
  if (MODE === 'live' && protocol !== 'https:') problems.push('S3_ENDPOINT: live needs https')
  if (!S3_PATH_STYLE && isIP(hostname.replace(/^\[|\]$/g, '')))
    problems.push('S3_PATH_STYLE: an S3_ENDPOINT without a name needs 1')

  return problems
}

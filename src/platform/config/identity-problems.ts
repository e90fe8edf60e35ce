import { isUnprotectedUrl } from '../http/outgoing-links.ts'
import type { Settings } from './settings.ts'

const SUMSUB = ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET'] as const

/** Lists what the configured identity provider lacks. */
export function listIdentityProblems(settings: Settings): string[] {
  const { IDENTITY_PROVIDER: provider, MODE, SUMSUB_URL, SUMSUB_LEVELS } = settings
  const problems: string[] = []

  if (provider !== 'sumsub') return problems

  for (const name of SUMSUB)
    if (!settings[name]) problems.push(`${name}: IDENTITY_PROVIDER sumsub needs it`)
  if (SUMSUB_LEVELS.length !== 3)
    problems.push('SUMSUB_LEVELS: name a level for basic, full and source_of_funds')
  if (MODE === 'live' && isUnprotectedUrl(SUMSUB_URL))
    problems.push('SUMSUB_URL: live needs https to another machine')

  return problems
}

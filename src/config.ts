import { listFeedProblems, listSimulatedFeeds } from '#modules/market/model.ts'
import { listOperatorProblems, readBrand } from '#modules/settings/adapters/brand.ts'
import { listVkeyProblems } from '#modules/transparency/model.ts'
import {
  LIVE_REQUIREMENTS,
  type LiveProblem,
  type LiveRequirement,
  listLiveSettingProblems,
} from '#platform/config/live-checks.ts'
import { type Config, parseConfig, type ReadModuleConfig } from '#platform/config.ts'

/**
 * Reads the whole configuration: the settings of the environment and the operator's brand folder.
 * Throws one error that lists every problem.
 */
export const readConfig = (environment?: NodeJS.ProcessEnv): Config =>
  parseConfig(readModuleConfig, environment)

const readModuleConfig: ReadModuleConfig = (settings, problems) => {
  const { BRAND_DIR, PRICE_FEEDS } = settings
  const brand = readBrand(BRAND_DIR, problems)

  if (PRICE_FEEDS) problems.push(...listFeedProblems(PRICE_FEEDS))
  problems.push(...listVkeyProblems(settings))

  return { brand }
}

/**
 * Returns what the settings of a live installation lack, in the order of the requirements; nothing
 * in the sandbox.
 */
export function listMissingSettings(config: Config): LiveProblem[] {
  if (config.MODE === 'sandbox') return []

  const requirements = Object.keys(LIVE_REQUIREMENTS) as LiveRequirement[]
  const found = [
    ...listLiveSettingProblems(config),
    ...listOperatorProblems(config.brand).map(
      (text): LiveProblem => ({ requirement: 'operator', text }),
    ),
    ...listSimulatedFeeds(config.PRICE_FEEDS).map(
      (text): LiveProblem => ({ requirement: 'prices', text }),
    ),
  ]

  return requirements.flatMap((name) => found.filter(({ requirement }) => requirement === name))
}

import { listFeedProblems } from '#modules/market/model.ts'
import { listOperatorProblems, readBrand } from '#modules/settings/adapters/brand.ts'
import { listVkeyProblems } from '#modules/transparency/model.ts'
import { type Config, parseConfig, type ReadModuleConfig } from '#platform/config.ts'

/**
 * Reads the whole configuration: the settings of the environment and the operator's brand folder.
 * Throws one error that lists every problem.
 */
export const readConfig = (environment?: NodeJS.ProcessEnv): Config =>
  parseConfig(readModuleConfig, environment)

const readModuleConfig: ReadModuleConfig = (settings, problems) => {
  const { BRAND_DIR, MODE, PRICE_FEEDS } = settings
  const brand = readBrand(BRAND_DIR, problems)

  if (MODE && PRICE_FEEDS) problems.push(...listFeedProblems(PRICE_FEEDS, MODE))
  problems.push(...listVkeyProblems(settings))
  if (MODE === 'live') problems.push(...listOperatorProblems(brand))

  return { brand }
}

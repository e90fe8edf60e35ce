import { listChainProviderProblems } from './config/chain-provider-list.ts'
import { listExposureProblems } from './config/exposure-problems.ts'
import { listIdentityProblems } from './config/identity-problems.ts'
import { readSettingFiles } from './config/setting-files.ts'
import { type Settings, settingsSchema } from './config/settings.ts'
import { listStorageProblems } from './config/storage-problems.ts'
import { listWebhookProblems } from './config/webhook-problems.ts'

/**
 * The configuration of this installation. A module adds what it reads from files that a setting
 * names by declaration merging.
 */
export interface Config extends Omit<Settings, 'PUBLIC_URL'> {
  readonly PUBLIC_URL: string
}

/** The settings that the modules add to the configuration. */
export type ModuleConfig = Omit<Config, keyof Settings>

/**
 * Reads what the modules add and appends a sentence for each problem. Where the settings themselves
 * are invalid, only `BRAND_DIR` is present.
 */
export type ReadModuleConfig = (settings: Partial<Settings>, problems: string[]) => ModuleConfig

/**
 * Reads the settings from the environment, as its only reader. Throws one error that lists every
 * problem.
 */
export function parseConfig(
  readModuleConfig: ReadModuleConfig,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const problems: string[] = []
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const values = readSettingFiles(set, problems)
  const { success, data, error } = settingsSchema.safeParse(values)

  problems.push(
    ...(success
      ? [
          ...listPortProblems(data),
          ...listStorageProblems(data),
          ...listWebhookProblems(data),
          ...listIdentityProblems(data),
          ...listChainProviderProblems(
            {
              BITCOIN_PROVIDERS: data.BITCOIN_PROVIDERS,
              ETHEREUM_PROVIDERS: data.ETHEREUM_PROVIDERS,
              TRON_PROVIDERS: data.TRON_PROVIDERS,
            },
            data.MODE,
          ),
          ...listExposureProblems(data, environment),
        ]
      : error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  )

  const moduleConfig = readModuleConfig(data ?? { BRAND_DIR: values.BRAND_DIR }, problems)

  if (!success || problems.length > 0)
    throw new Error(
      `The configuration can't be used:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )

  const PUBLIC_URL = (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, '')
  return { ...data, PUBLIC_URL, ...moduleConfig }
}

/** Metrics need a port of their own, or the public could read them; 0 stands for any free port. */
const listPortProblems = ({ PORT, METRICS_PORT }: Settings) =>
  METRICS_PORT === PORT && PORT !== 0 ? [`METRICS_PORT: ${PORT} is the public port`] : []

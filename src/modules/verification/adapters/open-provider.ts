import type { App } from '#platform/app.ts'
import type { ProviderName } from '../model.ts'
import { desk } from './desk.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createSumsub } from './sumsub.ts'

type Context = Pick<App, 'config' | 'clock'>

/** Opens the provider that new verifications use; null where none is configured. */
export const openIdentityProvider = (app: Context): IdentityProvider | null =>
  app.config.IDENTITY_PROVIDER === 'none' ? null : openProvider(app, app.config.IDENTITY_PROVIDER)

/** Returns whether checks at a provider can be read and deleted there. */
export const hasCredentials = ({ config }: Pick<App, 'config'>, name: ProviderName): boolean =>
  name === 'desk' || Boolean(config.SUMSUB_APP_TOKEN && config.SUMSUB_SECRET_KEY)

/** Opens the provider of a verification, which may be another than that of new ones. */
export function openProvider({ config, clock }: Context, name: ProviderName): IdentityProvider {
  if (name === 'desk') return desk

  return createSumsub({
    clock,
    base: config.SUMSUB_URL,
    appToken: config.SUMSUB_APP_TOKEN ?? '',
    secretKey: config.SUMSUB_SECRET_KEY ?? '',
    webhookSecret: config.SUMSUB_WEBHOOK_SECRET ?? '',
    levels: Object.fromEntries(config.SUMSUB_LEVELS.map(({ kind, address }) => [kind, address])),
  })
}

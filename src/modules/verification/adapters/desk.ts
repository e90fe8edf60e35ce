import { createNotFoundError } from '#lib/errors.ts'
import type { IdentityProvider } from './identity-provider.ts'

/**
 * The operator's own staff: members upload their documents here, and a reviewer decides. There is
 * no system outside that could be read.
 */
export const desk: IdentityProvider = {
  name: 'desk',
  beginCheck: async () => ({ kind: 'upload' }),
  readCheck: async () => ({
    state: 'waiting',
    memberReason: null,
    staffNote: null,
    reference: null,
    found: { names: [], lastNames: [], birthDate: null, countries: [] },
  }),
  parseWebhook: () => {
    throw createNotFoundError('The webhook')
  },
  forget: async () => {},
}

import { changeReceivingAddress } from '#modules/house/commands/change-receiving-address.ts'
import { changePaymentTerms } from '#modules/settings/commands/change-payment-terms.ts'
import { changeSetting } from '#modules/settings/commands/change-setting.ts'
import { setPause } from '#modules/settings/commands/set-pause.ts'
import { findChanged, findTerms } from '#modules/settings/queries.ts'
import { another, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'settings/change-setting',
    prepare: async ({ app, ruth }) => {
      const version = (await findChanged(app.db, 'retention'))?.at.toISOString() ?? ''
      const value = { proofDays: 2000, messageDays: 365, notificationDays: 365 }
      return { run: (on) => changeSetting(on, ruth, { name: 'retention', value, version }) }
    },
  },
  {
    command: 'settings/set-pause',
    prepare: async ({ ruth }) => {
      const reason = another('The bank moves house')
      return { run: (on) => setPause(on, ruth, { what: 'signUps', reason }) }
    },
    finish: ({ app, ruth }) => setPause(app, ruth, { what: 'signUps', reason: null }),
  },
  {
    command: 'settings/change-payment-terms',
    prepare: async ({ app, ruth }) => {
      const { terms, changed } = await findTerms(app.db, 'ETHERIUM')
      const version = changed?.at.toISOString() ?? ''
      return { run: (on) => changePaymentTerms(on, ruth, { method: 'ETHERIUM', terms, version }) }
    },
  },
  {
    command: 'house/change-receiving-address',
    actsAgain: true,
    prepare: async ({ ruth }) => {
      const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
      return { run: (on) => changeReceivingAddress(on, ruth, { method: 'ETHERIUM', address }) }
    },
  },
]

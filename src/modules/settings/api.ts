import { implementCalls } from '#platform/http/http.ts'
import { settingsContract } from './contract.ts'
import type { PaymentMethod } from './model.ts'
import { getSetting, listPaymentMethods } from './queries.ts'

const calls = implementCalls(settingsContract)

/** Returns a payment method without its addresses, which only a quote shows. */
const toPaymentMethodResponse = ({
  method,
  label,
  address: _address,
  source: _source,
  ...rest
}: PaymentMethod) => ({ ...rest, _id: method, name: label })

export const settingsApi = calls.router({
  paymentMethods: calls.paymentMethods.handler(async ({ context: { app } }) => {
    const methods = await listPaymentMethods(app.db, app.config, app.clock.now())
    return { message: 'Payment methods', data: methods.map(toPaymentMethodResponse) }
  }),
  operator: calls.operator.handler(async ({ context: { app } }) => {
    const details = await getSetting(app.db, app.config, 'operator')
    const { statedHours, walletCoolDownHours } = await getSetting(app.db, app.config, 'withdrawals')
    const pauses = await getSetting(app.db, app.config, 'pauses')
    const legal = await getSetting(app.db, app.config, 'legal')
    const data = {
      mode: app.config.MODE,
      ...details,
      statedHours,
      walletCoolDownHours,
      pauses,
      legal,
    }

    return { message: 'Operator', data }
  }),
})

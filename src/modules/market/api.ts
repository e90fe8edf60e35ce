import { implementCalls } from '#platform/http.ts'
import { marketContract } from './contract.ts'
import { rateText } from './model.ts'
import { listPrices } from './queries.ts'

const calls = implementCalls(marketContract)

export const marketApi = calls.router({
  prices: calls.prices.handler(async ({ context: { app } }) => {
    const prices = await listPrices(app)
    return { message: 'Prices', data: prices.map((price) => ({ ...price, rate: rateText(price.rate) })) }
  }),
})

import { z } from 'zod'
import { anyone } from '#platform/http-contract.ts'
import { envelope, instant } from '#platform/http-schemas.ts'

const price = z.object({
  coin: z.enum(['BTC', 'ETH', 'USDT']),
  rate: z.string().meta({ description: 'US dollars for one whole coin, as decimal text' }),
  source: z.string(),
  at: instant,
  simulated: z.boolean(),
})

export const marketContract = {
  prices: anyone
    .route({
      method: 'GET',
      path: '/market/prices',
      summary: 'The last prices, each with its source and time; a coin whose price is stale is left out',
      tags: ['Market'],
    })
    .output(envelope(z.array(price))),
}

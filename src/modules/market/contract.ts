import { z } from 'zod'
import { COINS } from '#lib/money.ts'
import { anyone } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'

const rate = z.string().meta({ description: 'US dollars for one whole unit, as decimal text' })
const change = z.string().nullable().meta({
  description: 'per cent with two decimals, as text; null when the feed has no earlier price',
})

const price = z.object({
  coin: z.enum(COINS),
  rate,
  source: z.string(),
  at: instant,
  simulated: z.boolean(),
})

export const quote = z.object({
  symbol: z.string(),
  label: z.string().meta({ description: 'display name, such as EUR/USD' }),
  name: z.string(),
  kind: z.enum(['crypto', 'metal', 'forex']),
  price: rate,
  source: z.string(),
  at: instant,
  simulated: z.boolean(),
  stale: z.boolean().meta({ description: 'the feed should have a newer price and has none' }),
  change24h: change,
  change7d: change,
})

const history = z.object({ symbol: z.string(), source: z.string(), closes: z.array(rate) })
const candle = z.object({ day, open: rate, high: rate, low: rate, close: rate })

export const marketContract = {
  prices: anyone
    .route({
      method: 'GET',
      path: '/market/prices',
      summary:
        'The last prices, each with its source and time; a coin whose price is stale is left out',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(price))),
  list: anyone
    .route({
      method: 'GET',
      path: '/market',
      summary:
        'The last known price of every instrument, with its source and time, and whether it is ' +
        'stale',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(quote))),
  history: anyone
    .route({
      method: 'GET',
      path: '/market/history',
      summary: 'The last seven days of every instrument, every four hours, oldest first',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(history))),
  candles: anyone
    .route({
      method: 'GET',
      path: '/market/{symbol}/candles',
      summary:
        'The last days of one instrument, oldest first: open, high, low and close of each day',
      tags: ['Market'],
    })
    .input(
      z.object({ symbol: z.string(), days: z.coerce.number().int().min(2).max(300).default(90) }),
    )
    .output(
      buildEnvelope(
        z.object({
          symbol: z.string(),
          source: z.string(),
          at: instant,
          simulated: z.boolean(),
          candles: z.array(candle),
        }),
      ),
    ),
}

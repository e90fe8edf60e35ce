import { z } from 'zod'
import { COINS } from '#lib/money.ts'
import { anyoneBeforeOpening } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'

const rate = z.string().meta({ description: 'US dollars for one whole unit, as decimal text' })
const displayed = z
  .string()
  .meta({ description: 'US dollars for one whole unit, with the fixed decimals of the instrument' })
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
  price: displayed,
  source: z.string(),
  at: instant,
  simulated: z.boolean(),
  stale: z.boolean().meta({ description: 'the feed has no recent price' }),
  change24h: change,
  change7d: change,
})

const history = z.object({ symbol: z.string(), source: z.string(), closes: z.array(displayed) })
const candle = z.object({
  day,
  open: displayed,
  high: displayed,
  low: displayed,
  close: displayed,
})

export const marketContract = {
  prices: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/market/prices',
      summary: 'Get current prices, each with its source and time; stale prices are left out',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(price))),
  list: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/market',
      summary:
        'The last known price of every instrument, with its source and time, and whether it is ' +
        'stale',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(quote))),
  history: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/market/history',
      summary: 'Get four-hourly prices of every instrument for the last seven days, oldest first',
      tags: ['Market'],
    })
    .output(buildEnvelope(z.array(history))),
  candles: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/market/{symbol}/candles',
      summary: 'Get the daily open, high, low and close of one instrument, oldest first',
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

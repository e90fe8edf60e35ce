import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { marketContract } from './contract.ts'
import { formatRate } from './model.ts'
import { toCandleRow, toQuoteRow, toWeekLine } from './presenters/quote-rows.ts'
import { getCandles, listPrices, listQuotes } from './queries.ts'

const calls = implementCalls(marketContract)

export const marketApi = calls.router({
  prices: calls.prices.handler(async ({ context: { app } }) => ({
    message: 'Prices',
    data: (await listPrices(app)).map((price) => ({ ...price, rate: formatRate(price.rate) })),
  })),
  list: calls.list.handler(async ({ context: { app } }) => ({
    message: 'Prices',
    data: (await listQuotes(app)).map(toQuoteRow),
  })),
  history: calls.history.handler(async ({ context: { app } }) => ({
    message: 'Seven days',
    data: (await listQuotes(app)).map(toWeekLine),
  })),
  candles: calls.candles.handler(async ({ context: { app }, input: { symbol, days } }) => {
    const { candles, ...rest } = await getCandles(app, symbol, days)
    return {
      message: 'Days',
      data: { symbol, ...rest, candles: candles.map((candle) => toCandleRow(symbol, candle)) },
    }
  }),
})

/** Returns the rows of the price stream by symbol, as JSON texts. */
export const listMarketRows = async (app: App): Promise<Map<string, string>> =>
  new Map((await listQuotes(app)).map((quote) => [quote.symbol, JSON.stringify(toQuoteRow(quote))]))

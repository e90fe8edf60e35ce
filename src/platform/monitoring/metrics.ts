import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { histograms } from './durations.ts'
import type { Logger } from './log.ts'
import type { Readiness } from './readiness.ts'

/**
 * Figures that are read together on each scrape. An unknown one is NaN, which no alert takes for
 * good.
 */
export type Measure<A, Name extends string = string> = {
  /** The description of each figure by its name; the name ends with its unit. */
  gauges: Readonly<Record<Name, string>>
  read(app: A): Promise<Record<Name, number>>
}

/** Ties the figures of a measure to their names. */
export const measure = <A, Name extends string>(one: Measure<A, Name>): Measure<A> => one

/**
 * Opens the figures of this process, its histograms and the measures in Prometheus' format. Throws
 * when one can't be read.
 */
export function openMetrics<A>(app: A, measures: readonly Measure<A>[]) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const histogram of histograms) register.registerMetric(histogram)

  const groups = measures.map(({ gauges, read }) => ({
    read,
    gauges: Object.entries(gauges).map(([name, help]) => ({
      name,
      gauge: new Gauge({ name, help, registers: [register] }),
    })),
  }))

  return {
    contentType: register.contentType,
    text: async (): Promise<string> => {
      for (const { read, gauges } of groups) {
        const figures = await read(app)
        for (const { name, gauge } of gauges) gauge.set(figures[name] ?? Number.NaN)
      }
      return await register.metrics()
    },
  }
}

type Place = {
  port: number
  host: string
  /** Reports why a worker can't work; answered at /readyz, next to /healthz. */
  readiness?: Readiness | undefined
}

/**
 * Serves the figures at /metrics of a separate port, with a worker's probes and nothing else: they
 * are for monitoring, not for users. One unreadable figure fails the whole answer with 503, so that
 * no old value is taken for current.
 */
export async function serveMetrics<A>(
  app: A & { log: Logger },
  measures: readonly Measure<A>[],
  place: Place,
): Promise<{ port: number; stop(): Promise<void> }> {
  const metrics = openMetrics(app, measures)
  const sendResponse = (response: ServerResponse, status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
  const server = createServer(async ({ method, url }, response) => {
    if (place.readiness && method === 'GET' && (url === '/healthz' || url === '/readyz')) {
      const missing = url === '/readyz' ? await place.readiness() : []
      const status = missing.length === 0 ? 200 : 503
      return sendResponse(response, status, 'text/plain', `${missing.join(', ') || 'good'}\n`)
    }

    if (method !== 'GET' || url !== '/metrics')
      return sendResponse(response, 404, 'text/plain', 'Not found\n')

    try {
      sendResponse(response, 200, metrics.contentType, await metrics.text())
    } catch (error) {
      app.log.error({ err: error }, 'the figures could not be read')
      sendResponse(
        response,
        503,
        'text/plain',
        'The figures could not be read; the log says why.\n',
      )
    }
  })

  server.listen(place.port, place.host)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

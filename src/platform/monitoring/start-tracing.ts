import type { Config } from '../config.ts'
import type { Logger } from './log.ts'
import { setTracer } from './tracing.ts'

export type TraceSettings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>

/**
 * Records traces if a collector is configured; OpenTelemetry is loaded only then. Returns a
 * function that sends what is left and ends it.
 */
export async function startTracing(
  settings: TraceSettings,
  { service, log }: { service: string; log: Logger },
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (!endpoint) return async () => {}

  const { openTracer } = await import('./open-telemetry.ts')
  const tracer = openTracer({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    share: settings.OTEL_TRACES_SAMPLER_ARG,
    service,
    log,
  })
  setTracer(tracer)

  return async () => {
    setTracer(undefined)
    await tracer.stop()
  }
}

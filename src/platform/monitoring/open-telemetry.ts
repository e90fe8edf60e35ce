import {
  context,
  DiagLogLevel,
  diag,
  type Span as OpenSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'
import type { Span, SpanStart, Tracer } from './tracing.ts'

export type Collector = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** The share of requests and jobs that are recorded, 0 to 1. */
  share: number
  service: string
  log: Logger
}

const KINDS: Record<SpanStart['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
}

const EXPORT_TIMEOUT_MS = 5_000
/** Spans that wait to be sent; more are dropped, so that an absent collector costs no memory. */
const MAX_WAITING_SPANS = 4_096

/** Opens the recorder of spans and its exporter: OTLP over HTTP, as JSON. */
export function openTracer({ endpoint, headers, share, service, log }: Collector): Tracer {
  const report = reportProblems(log)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        maxQueueSize: MAX_WAITING_SPANS,
      }),
    ],
  })
  const tracer = provider.getTracer('candor')

  return {
    record: ({ name, kind, values = {} }, work) =>
      tracer.startActiveSpan(name, { kind: KINDS[kind], attributes: values }, (span) =>
        runInSpan(span, work),
      ),
    isRecording: () => trace.getActiveSpan()?.isRecording() ?? false,
    stop: async () => {
      await provider.shutdown().catch(report)
      context.disable()
      diag.disable()
    },
  }
}

async function runInSpan<T>(span: OpenSpan, work: (span: Span) => Promise<T>): Promise<T> {
  const fail = () => span.setStatus({ code: SpanStatusCode.ERROR })

  try {
    return await work({
      describe: (values, name) => {
        span.setAttributes(values)
        if (name) span.updateName(name)
      },
      fail,
    })
  } catch (error) {
    span.setAttribute('error.type', getErrorType(error))
    fail()
    throw error
  } finally {
    span.end()
  }
}

/** Returns an error's code or class; its text may contain a member's data. */
function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'

  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const REPORT_INTERVAL_MS = 60_000

/** Logs that spans can't be sent, at most once a minute, and no value of theirs. */
function reportProblems(log: Logger): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return

    reportedAt = performance.now()
    log.warn('traces can’t be sent to the collector')
  }
  const ignore = () => {}

  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )

  return report
}

export type SpanValues = Record<string, string | number>

/** A piece of work in a trace, which can be described further while it runs. */
export type Span = {
  /** Adds values, and replaces the name by a better one. */
  describe(values: SpanValues, name?: string): void
  /** Marks the span as failed although its work threw nothing. */
  fail(): void
}

export type SpanStart = {
  name: string
  kind: 'request' | 'statement' | 'job'
  values?: SpanValues
}

/** Records spans and sends them to a collector. */
export type Tracer = {
  /** Runs work as a span of its own; a span that is open becomes its parent. */
  record<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>
  /** Returns whether a span is open and being recorded. */
  isRecording(): boolean
  /** Sends what is left and ends. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** Sets what records the spans of this process; undefined records none. */
export const setTracer = (next: Tracer | undefined) => {
  tracer = next
}

const NO_SPAN: Span = { describe: () => {}, fail: () => {} }

/** Runs work as a span of a trace; without a collector it just runs. */
export const trace = <T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer ? tracer.record(start, work) : work(NO_SPAN)

/** Returns whether a trace is being recorded here. */
export const isTraced = (): boolean => tracer?.isRecording() ?? false

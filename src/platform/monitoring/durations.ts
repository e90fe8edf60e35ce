import { Histogram } from 'prom-client'

/** In seconds: from the answer of a cached page to the timeout of a proxy. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * The time to answer a request. `route` is the pattern that its address matched, never the address,
 * and `status` a class such as 2xx, so that the number of series is bounded.
 */
const requestDuration = new Histogram({
  name: 'candor_http_request_duration_seconds',
  help: 'Time to answer a request, by the pattern of its address.',
  labelNames: ['method', 'route', 'status'],
  buckets: BUCKETS,
  registers: [],
})

const jobDuration = new Histogram({
  name: 'candor_job_duration_seconds',
  help: 'Time of one run of a job.',
  labelNames: ['job', 'outcome'],
  buckets: [...BUCKETS, 60],
  registers: [],
})

/** The histograms of this process, which the metrics contain. */
export const histograms = [requestDuration, jobDuration]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts an answered request. */
export const observeRequest = (
  request: { method: string; route: string; status: number },
  ms: number,
) =>
  requestDuration.observe(
    {
      method: METHODS.has(request.method) ? request.method : 'other',
      route: request.route,
      status: `${Math.floor(request.status / 100)}xx`,
    },
    ms / 1000,
  )

/** Counts a run of a job. */
export const observeJob = (job: string, outcome: 'done' | 'failed', ms: number) =>
  jobDuration.observe({ job, outcome }, ms / 1000)

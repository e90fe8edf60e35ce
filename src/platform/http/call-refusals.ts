import type { App } from '../app.ts'
import { isOutage } from '../db/connection-errors.ts'
import { toRefusal } from './errors.ts'
import type { CallRequest } from './run-call.ts'

export type CallLogContext = { call?: string; who?: string }

/**
 * Logs a rejected call, so that probing is visible: the caller, the address, the call and the
 * reason.
 */
export const logRefusal = (
  app: App,
  { id, ip }: CallRequest,
  why: CallLogContext & { status: number; code: string },
) => app.log.info({ request: id, from: ip, ...why }, 'a call was refused')

/** Builds the response of a failed call and logs why it failed. */
export function createRefusalResponse(
  app: App,
  request: CallRequest,
  logContext: CallLogContext,
  error: unknown,
  reply: Headers,
): Response {
  const { status, body, headers } = toRefusal(error)
  if (isOutage(error))
    app.log.warn(
      { request: request.id, ...logContext, code: body.code, why: String(error) },
      'a call lost its database',
    )
  else if (status >= 500 && body.code !== 'not_open')
    app.log.error({ err: error, request: request.id, ...logContext }, 'a call broke')
  else logRefusal(app, request, { ...logContext, status, code: body.code })
  for (const [name, value] of Object.entries(headers ?? {})) reply.set(name, value)
  return new Response(JSON.stringify(body), { status, headers: reply })
}

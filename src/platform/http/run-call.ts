import { type AnyProcedure, createProcedureClient, ORPCError } from '@orpc/server'
import { DomainError } from '#lib/errors.ts'
import { writeExactJson } from '#lib/exact-json.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '../app.ts'
import { toRefusal } from './errors.ts'
import type { CallContext, Session } from './http.ts'
import { getIdempotencyKey, hashInput, type WrittenAnswer, withIdempotency } from './idempotency.ts'
import { InvalidInput } from './invalid-input.ts'
import type { Issue } from './issue-types.ts'

export type CallRequest = CallContext['request']

/** Builds the context that the handler of a call gets. */
export function createCallContext(
  app: App,
  session: Session | null,
  request: CallRequest,
  reply: Headers,
): CallContext {
  const who = session?.who
  return {
    app,
    session,
    request,
    reply,
    member: () => {
      invariant(who?.kind === 'member', "only a call declared as a member's asks for the member")
      return who
    },
    admin: () => {
      invariant(who?.kind === 'admin', "only a call declared as the staff's asks for the admin")
      return who
    },
  }
}

const isIssues = (data: unknown): data is { issues: Issue[] } =>
  typeof data === 'object' && data !== null && Array.isArray((data as { issues?: unknown }).issues)

/** Throws the error of a handler; input in the wrong shape with the sentences of its contract. */
function throwDescribed(procedure: AnyProcedure, error: unknown): never {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST' && isIssues(error.data))
    throw new InvalidInput(procedure['~orpc'].inputSchema, error.data.issues)

  throw error
}

/** Runs the handler of a call and returns its response. */
export async function runCall(
  procedure: AnyProcedure,
  path: readonly string[],
  context: CallContext,
  input: unknown,
): Promise<WrittenAnswer & { file?: File }> {
  const client = createProcedureClient(procedure, { context, path: [...path] })
  const output = await client(input).catch((error) => throwDescribed(procedure, error))
  const { route } = procedure['~orpc']
  const detailed = route.outputStructure === 'detailed'
  const { status, body } = detailed
    ? (output as { status?: number; body: unknown })
    : { status: undefined, body: output }
  if (body instanceof File) return { status: 200, text: '', file: body }

  return { status: status ?? route.successStatus ?? 200, text: writeExactJson(body) }
}

/** The statuses that a retry with the same key may avoid; they are not stored. */
const UNSTORED_STATUSES = new Set([400, 401, 403, 429])

function toStoredRefusal(error: unknown): WrittenAnswer | null {
  if (!(error instanceof DomainError)) return null
  const { status, body } = toRefusal(error)
  return status >= 500 || UNSTORED_STATUSES.has(status)
    ? null
    : { status, text: JSON.stringify(body) }
}

/** Runs a call that moves money, at most once per idempotency key. */
export async function runMoneyCall(
  procedure: AnyProcedure,
  path: readonly string[],
  context: CallContext,
  input: unknown,
): Promise<WrittenAnswer & { file?: File }> {
  const who = context.session?.who
  invariant(who, 'a call that moves money has an actor')

  const key = getIdempotencyKey(context.request.headers)
  const call = { actor: who.id, call: path.join('.'), key, inputHash: await hashInput(input) }
  const run = (app: App) => runCall(procedure, path, { ...context, app }, input)
  const { replayed, ...answer } = await withIdempotency(context.app, call, run, toStoredRefusal)

  if (replayed) context.reply.set('idempotency-replayed', 'true')

  return answer
}

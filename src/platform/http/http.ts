import type { AnyContractRouter } from '@orpc/contract'
import { implement } from '@orpc/server'
import type { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { App } from '../app.ts'

type SomeMember = Readonly<{ kind: 'member'; id: string; label: string }>
type SomeAdmin = Readonly<{ kind: 'admin'; id: string; label: string; role: Role }>

/**
 * Who calls, as identity knows them. Identity declares its `member` and `admin` here, so that the
 * platform, which stands below it, hands them over without knowing them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by identity
export interface Callers {}

export type MemberOnCall = Callers extends { member: infer Member extends SomeMember }
  ? Member
  : SomeMember
export type AdminOnCall = Callers extends { admin: infer Admin extends SomeAdmin }
  ? Admin
  : SomeAdmin

export type Session = Readonly<{
  id: string
  /** A browser's cookie needs a same-origin check; a program's token doesn't travel by itself. */
  via: 'cookie' | 'bearer'
  who: MemberOnCall | AdminOnCall
  /**
   * What this one has to do before anything else: the refusal of every call but those that lead
   * there.
   */
  awaits?: DomainError | undefined
}>

/**
 * Finds the session that a request carries; null when there is none or it has ended. A browser may
 * hold one of a member and one of the staff, so `wanted` says which the call is for.
 */
export type ResolveSession = (
  app: App,
  headers: Headers,
  sessionKind: 'member' | 'admin' | undefined,
) => Promise<Session | null>

/**
 * What a call's code may reach. Use `context.app`, never an app from elsewhere: a money call's runs
 * in the one transaction.
 */
export type CallContext = {
  app: App
  session: Session | null
  /** The member; only for calls that are declared as a member's. */
  member(): MemberOnCall
  /** The member of staff; only for calls that are declared as the staff's. */
  admin(): AdminOnCall
  request: Readonly<{ id: string; ip: string; userAgent: string; headers: Headers }>
  /**
   * Headers to send along, such as `reply.append('set-cookie', …)`. Not replayed, so not for money
   * calls.
   */
  reply: Headers
}

/**
 * Starts a module's api.ts: `const calls = implementCalls(contract)`, then
 * `calls.quote.handler(…)`.
 */
export const implementCalls = <Contract extends AnyContractRouter>(contract: Contract) =>
  implement(contract).$context<CallContext>()

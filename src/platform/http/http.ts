import type { AnyContractRouter } from '@orpc/contract'
import { implement } from '@orpc/server'
import type { DomainError } from '#lib/errors.ts'
import type { Role } from '#lib/roles.ts'
import type { App } from '../app.ts'

type SomeMember = Readonly<{ kind: 'member'; id: string; label: string }>
type SomeAdmin = Readonly<{ kind: 'admin'; id: string; label: string; role: Role }>

/**
 * The callers. Identity declares its `member` and `admin` here by declaration merging, so that the
 * platform can pass them on without importing identity.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by identity
export interface Callers {}

export type MemberOnCall = Callers extends { member: infer Member extends SomeMember }
  ? Member
  : SomeMember
export type AdminOnCall = Callers extends { admin: infer Admin extends SomeAdmin }
  ? Admin
  : SomeAdmin

/** The last authentication of a session, and whether its person has a second factor. */
export type SessionProof = Readonly<{ at: Date; by: string; hasFactor: boolean }>

export type Session = Readonly<{
  id: string
  /** A browser's cookie needs a same-origin check; a program sends its token explicitly. */
  via: 'cookie' | 'bearer'
  who: MemberOnCall | AdminOnCall
  /** The last authentication, where it was read with the session. */
  proof?: SessionProof
  /** The error of every call but those that complete the required step. */
  awaits?: DomainError | undefined
}>

/**
 * Finds the session of a request; null when there is none or it has ended. A browser may have one
 * of a member and one of staff, so `sessionKind` names the one that the call needs.
 */
export type ResolveSession = (
  app: App,
  headers: Headers,
  sessionKind: 'member' | 'admin' | undefined,
) => Promise<Session | null>

/**
 * The context of a call's handler. Use `context.app`, never another app: that of a money call runs
 * in the one transaction.
 */
export type CallContext = {
  app: App
  session: Session | null
  /** Returns the member; only for calls declared as a member's. */
  member(): MemberOnCall
  /** Returns the admin; only for calls declared as the staff's. */
  admin(): AdminOnCall
  request: Readonly<{
    id: string
    ip: string
    userAgent: string
    headers: Headers
    /** The bytes of a body with a signature. */
    body?: Uint8Array
  }>
  /**
   * Headers of the answer, such as `reply.append('set-cookie', …)`. Not replayed, so not for money
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

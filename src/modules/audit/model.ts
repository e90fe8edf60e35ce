/** The actor of an event, with the label at that time: a later rename doesn't change the log. */
export type Actor = { kind: 'member' | 'admin' | 'system'; id: string; label: string }

/** The actor of scheduled jobs and other automatic operations. */
export const systemActor: Actor = { kind: 'system', id: 'system', label: 'Candor' }

export type AuditEvent = {
  id: string
  at: Date
  actor: Actor
  /** Subject and past tense: `deposit.confirmed`. */
  action: string
  subjectId: string
  details: Record<string, unknown>
  /** Its position in the log; pass it as `before` for the next page. */
  sequence: bigint
}

/**
 * Whoever acts, with the label they had when they did: renaming someone later doesn't rewrite the
 * record.
 */
export type Actor = { kind: 'member' | 'admin' | 'system'; id: string; label: string }

/** The house itself, for what runs without anybody asking. */
export const systemActor: Actor = { kind: 'system', id: 'system', label: 'Candor' }

export type AuditEvent = {
  id: string
  at: Date
  actor: Actor
  /** What happened, as subject and past tense: `deposit.confirmed`. */
  action: string
  subjectId: string
  details: Record<string, unknown>
  /** Where it stands in the record; pass it as `before` to read on. */
  sequence: bigint
}

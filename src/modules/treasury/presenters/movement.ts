import { toMovementContent } from '../model.ts'
import type { Begun } from '../steps/begin-movement.ts'

/** Returns status 200 with a posted movement, or 202 with a pending proposal. */
export function toMovementResponse({ id, movement, proposal }: Begun, done: string) {
  const { kind } = movement
  const shared = { _id: id, kind, content: toMovementContent(movement) }

  if (proposal === null) {
    const data = { ...shared, state: 'done' as const, hash: null, expiresAt: null }
    return { status: 200 as const, body: { message: done, data } }
  }

  const { contentHash: hash, expiresAt } = proposal
  const data = { ...shared, state: 'waiting' as const, hash, expiresAt }

  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

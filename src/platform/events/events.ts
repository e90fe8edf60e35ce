/**
 * Tells open screens of one member, or of the staff, to read again. Sent after commit, never
 * carrying the figures themselves.
 */
export type Events = {
  /**
   * For `member:mem_…`, or for the staff alone. What changes for a member shows in the back office
   * too, so the staff hears all.
   */
  publish(audience: string, topic: string): void
  subscribe(audience: string, listener: (topic: string) => void): () => void
}

/** The audience of the back office. */
export const STAFF = 'staff'

/** The audience of one member. */
export const toMemberAudience = (memberId: string) => `member:${memberId}`

export function createLocalEvents(): Events {
  const listeners = new Map<string, Set<(topic: string) => void>>()
  return {
    publish: (audience, topic) => {
      for (const heard of new Set([audience, STAFF]))
        for (const listener of listeners.get(heard) ?? []) listener(topic)
    },
    subscribe: (audience, listener) => {
      const own = listeners.get(audience) ?? new Set()
      listeners.set(audience, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(audience)
      }
    },
  }
}

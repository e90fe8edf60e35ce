/**
 * Notifies open screens of one member, or of the staff, that they must read again. Events are sent
 * after commit and contain no figures.
 */
export type Events = {
  /**
   * Publishes to `member:mem_…`, or to the staff alone. The back office also displays members'
   * data, so the staff receives every event.
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
      for (const receiver of new Set([audience, STAFF]))
        for (const listener of listeners.get(receiver) ?? []) listener(topic)
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

/** Tells open screens of one member, or of the staff, to read again. Sent after commit, never carrying the figures themselves. */
export type Events = {
  publish(audience: string, topic: string): void
  subscribe(audience: string, listener: (topic: string) => void): () => void
}

export function localEvents(): Events {
  const listeners = new Map<string, Set<(topic: string) => void>>()
  return {
    publish: (audience, topic) => {
      for (const listener of listeners.get(audience) ?? []) listener(topic)
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

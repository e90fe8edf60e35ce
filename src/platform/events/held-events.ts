import type { Events } from './events.ts'

type BufferedEvents = Events & { release(): void; discard(): void }

/** Buffers events until their transaction has committed; a rollback discards them. */
export function bufferEvents(events: Events): BufferedEvents {
  const held: [audience: string, topic: string][] = []
  return {
    subscribe: events.subscribe,
    publish: (audience, topic) => {
      held.push([audience, topic])
    },
    release: () => {
      for (const [audience, topic] of held.splice(0)) events.publish(audience, topic)
    },
    discard: () => {
      held.length = 0
    },
  }
}

import type { Events } from './events.ts'

type Held = Events & { release(): void; forget(): void }

/** Keeps what is published until the transaction around it has committed; a rollback forgets it. */
export function holdEvents(events: Events): Held {
  const held: [audience: string, topic: string][] = []
  return {
    subscribe: events.subscribe,
    publish: (audience, topic) => {
      held.push([audience, topic])
    },
    release: () => {
      for (const [audience, topic] of held.splice(0)) events.publish(audience, topic)
    },
    forget: () => {
      held.length = 0
    },
  }
}

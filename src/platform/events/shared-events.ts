import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openLastingConnection } from '../db/lasting-connection.ts'
import { createLocalEvents, type Events } from './events.ts'

const CHANNEL = 'candor_events'

/** The longest time that a screen waits to read again when all of them have to. */
const SPREAD_MS = 3_000

type SharedEvents = Events & { close(): Promise<void> }

/**
 * Shares events between the processes on one database: each process receives what another
 * publishes. Nothing is stored for a disconnected process: when it listens again, all its open
 * screens read again.
 */
export function createSharedEvents(url: string, pool: pg.Pool): SharedEvents {
  const own = createLocalEvents()
  const me = randomUUID()
  const subscribers = new Set<{ notify(): void }>()

  const handleNotification = (text: string | undefined) => {
    const { from, audience, topic } = JSON.parse(text ?? '{}')
    if (from !== me && typeof audience === 'string' && typeof topic === 'string')
      own.publish(audience, topic)
  }

  const listening = openLastingConnection({
    url,
    applicationName: 'candor events',
    prepare: async (client) => {
      client.on('notification', ({ payload }) => handleNotification(payload))
      await client.query(`listen ${CHANNEL}`)
    },
    onRestored: () => {
      const pauseMs = SPREAD_MS / subscribers.size
      for (const [at, one] of [...subscribers].entries())
        setTimeout(one.notify, at * pauseMs).unref()
    },
  })

  return {
    subscribe: (audience, listener) => {
      const leave = own.subscribe(audience, listener)
      const subscriber = {
        notify: () => {
          if (subscribers.has(subscriber)) listener('reconnected')
        },
      }
      subscribers.add(subscriber)

      return () => {
        subscribers.delete(subscriber)
        leave()
      }
    },
    publish: (audience, topic) => {
      own.publish(audience, topic)
      const message = JSON.stringify({ from: me, audience, topic })
      // a process that misses the event reads later
      pool.query('select pg_notify($1, $2)', [CHANNEL, message]).catch(() => {})
    },
    close: () => listening.close(),
  }
}

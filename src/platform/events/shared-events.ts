import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createLocalEvents, type Events } from './events.ts'

const CHANNEL = 'candor_events'
const AGAIN_MS = 1_000

type SharedEvents = Events & { close(): Promise<void> }

/**
 * Shares events between the processes on one database: each process receives what another
 * publishes. Nothing is stored for a disconnected process; its screens read again when their
 * readers return to them.
 */
export function createSharedEvents(url: string, pool: pg.Pool): SharedEvents {
  const own = createLocalEvents()
  const me = randomUUID()
  let closed = false
  let listening: pg.Client | undefined
  const handleNotification = (text: string | undefined) => {
    const { from, audience, topic } = JSON.parse(text ?? '{}')
    if (from !== me && typeof audience === 'string' && typeof topic === 'string')
      own.publish(audience, topic)
  }

  const listen = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url, application_name: 'candor events' })
    client.on('notification', ({ payload }) => handleNotification(payload))
    client.on('error', () => {})
    client.once('end', () => scheduleReconnect())

    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      listening = client
      if (closed) await client.end()
    } catch {
      await client.end().catch(() => {})
    }
  }

  let timer: NodeJS.Timeout | undefined
  const scheduleReconnect = () => {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void listen(), AGAIN_MS)
    timer.unref()
  }

  void listen().then(() => listening ?? scheduleReconnect())

  return {
    subscribe: own.subscribe,
    publish: (audience, topic) => {
      own.publish(audience, topic)
      const message = JSON.stringify({ from: me, audience, topic })
      // a process that misses the event reads later
      pool.query('select pg_notify($1, $2)', [CHANNEL, message]).catch(() => {})
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await listening?.end().catch(() => {})
    },
  }
}

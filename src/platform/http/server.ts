import type { Server, ServerOptions } from 'node:http'

/**
 * How long a client may take, and how much it may send, before it is cut off: a head within 15 s, a
 * whole request within a minute, lines of 16 KiB together. Looked at every five seconds.
 */
export const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  insecureHTTPParser: false,
} as const satisfies ServerOptions

/**
 * Open streams say something every 25 s, so whoever takes nothing for so long isn't there any more.
 */
const SILENT_MS = 120_000
const MOST_CONNECTIONS = 4_000
const REQUESTS_A_CONNECTION = 1_000

/** Bounds what one client, and all of them together, can hold on to. */
export function boundConnections(server: Server): void {
  server.timeout = SILENT_MS
  server.maxConnections = MOST_CONNECTIONS
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION
}

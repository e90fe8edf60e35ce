import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy on the loopback that breaks connections to a database at a moment of the test's choice. */
export type TcpProxy = {
  port: number
  /** Returns an address of the database that leads through this proxy. */
  through(url: string): string
  /** Breaks every open connection. */
  cut(): void
  /** Breaks a connection when its client sends this text; the server still gets it. */
  cutAnswerTo(text: string | null): void
  /** Drops what both sides send, and holds their connections, as a cable that was pulled does. */
  silence(isSilent: boolean): void
  close(): Promise<void>
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let dropped: string | null = null
  let isSilent = false

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }

    let isCutting = false
    client.on('data', (chunk: Buffer) => {
      if (dropped !== null && chunk.includes(dropped)) isCutting = true
      if (!isSilent) upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (isCutting) return void client.destroy()
      if (!isSilent) client.write(chunk)
    })
  }).listen(0, '127.0.0.1')

  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    through: (url) => {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.toString()
    },
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    cutAnswerTo: (text) => {
      dropped = text
    },
    silence: (silent) => {
      isSilent = silent
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

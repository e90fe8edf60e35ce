import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type Certificate, selfSigned } from '../support/certificates.ts'

const WAIT_MS = 60_000
const USER = 'candor'

export type ReceivedMail = { to: string; text: string; encrypted: boolean }

/** Starts an SMTP server that takes mail after STARTTLS and a login alone, and stores it. */
export async function startMailServer() {
  const certificate: Certificate = selfSigned('localhost')
  const password = randomBytes(24).toString('hex')
  const received: ReceivedMail[] = []

  const server = new SMTPServer({
    key: certificate.key,
    cert: certificate.cert,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: false,
    onAuth: (auth, session, done) =>
      auth.username === USER && auth.password === password && session.secure
        ? done(null, { user: USER })
        : done(new Error('Refused')),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then(({ text = '' }) => {
          for (const { address } of session.envelope.rcptTo)
            received.push({ to: address.toLowerCase(), text, encrypted: session.secure })
          done()
        })
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0

  /** Returns what the pattern finds in the newest mail to an address, and waits for such a mail. */
  const find = async (to: string, pattern: RegExp): Promise<string> => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(200))
      for (const mail of received.toReversed()) {
        const [found] = mail.to === to.toLowerCase() ? (pattern.exec(mail.text) ?? []) : []
        if (found) return found
      }
    throw new Error(`No mail to ${to} has ${pattern}`)
  }

  return {
    url: `smtp://${USER}:${password}@localhost:${port}`,
    certificate: certificate.cert,
    received,
    find,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type RehearsalMail = Awaited<ReturnType<typeof startMailServer>>

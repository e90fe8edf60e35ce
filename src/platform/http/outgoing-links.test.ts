import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Certificate, selfSigned } from '../../../tests/support/certificates.ts'
import { createSmtpMail } from '../mail/mail.ts'
import { fetchExternalJson } from './fetch-external-json.ts'
import {
  buildSmtpOptions,
  findDatabaseLinkProblem,
  hasGuessablePassword,
} from './outgoing-links.ts'

const good = selfSigned('localhost')
const ofAnother = selfSigned('another.example')
const expired = selfSigned('localhost', { from: -9, until: -2 })
const folder = mkdtempSync(join(tmpdir(), 'candor-links-'))
const authority = (name: string, { cert }: Certificate) => {
  writeFileSync(join(folder, name), cert)
  return join(folder, name)
}

const open: { close(): unknown }[] = []
beforeAll(() => authority('good.pem', good))
afterAll(() => {
  for (const one of open) one.close()
  rmSync(folder, { recursive: true })
})

async function listening(
  server: Pick<Server, 'listen' | 'address' | 'once' | 'close'>,
): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server as Server, 'listening')
  open.push(server)
  return (server.address() as AddressInfo).port
}

/**
 * Starts a mail server that stores its mails: encrypted with a certificate, in the clear without.
 */
async function mailServer(shown: Certificate | null, secure: boolean) {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    secure,
    ...(shown ?? { disabledCommands: ['STARTTLS'] }),
    onMailFrom: ({ address }, _session, done) => {
      taken.push(address)
      done()
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })

  server.on('error', () => {})

  const port = await listening(server.server)
  return { port, taken }
}

const letter = { id: 'mail_1', to: 'maya@example.com', subject: 'x', text: 'x', html: 'x' }
const send = async (url: string, encrypted = true) => {
  const mail = createSmtpMail(url, 'house@example.com', 'https://candor.example', encrypted)
  return await mail.send(letter).finally(mail.close)
}

const NOT_KNOWN = /self-signed|altnames|expired/i

test('Mail is not sent over an untrusted, foreign or expired certificate', async () => {
  for (const shown of [good, ofAnother, expired])
    for (const secure of [true, false]) {
      const { port, taken } = await mailServer(shown, secure)
      const url = `${secure ? 'smtps' : 'smtp'}://localhost:${port}`
      await expect(send(url)).rejects.toThrow(NOT_KNOWN)
      await expect(send(`${url}?tls.rejectUnauthorized=false&ignoreTLS=true`)).rejects.toThrow(
        NOT_KNOWN,
      )
      await expect(send(url, false), 'in the sandbox too').rejects.toThrow(NOT_KNOWN)
      expect(taken).toEqual([])
    }
})

test('If encryption is required, a server without TLS receives nothing, not even a password', () => {
  const far = buildSmtpOptions('smtp://me:pass%40word@mail.example:587?requireTLS=false', {
    encrypted: true,
  })
  expect(far).toMatchObject({
    requireTLS: true,
    auth: { user: 'me', pass: 'pass@word' },
    port: 587,
  })

  expect(far.tls).toMatchObject({ minVersion: 'TLSv1.2', rejectUnauthorized: true })
  expect(buildSmtpOptions('smtps://mail.example', { encrypted: true })).toMatchObject({
    secure: true,
  })
  expect(
    buildSmtpOptions('smtp://127.0.0.1:25', { encrypted: true }).requireTLS,
    'crosses no network',
  ).toBe(false)
})

test('A silent mail server times out after ten seconds, not after two minutes', () => {
  expect(buildSmtpOptions('smtp://mail.example', { encrypted: false })).toMatchObject({
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
})

test('A feed with an untrusted certificate is rejected', async () => {
  const server = createSecure(good, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  )
  const base = `https://localhost:${await listening(server)}`
  await expect(fetchExternalJson({ base, path: '/' })).rejects.toThrow('fetch failed')
})

/**
 * A database as far as its certificate: who gets through the handshake is cut off with a word of
 * its own.
 */
async function databaseUnder(shown: Certificate): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')

      const secured = new TLSSocket(socket, { isServer: true, ...shown })
      secured.on('error', () => {})
      secured.once('data', () => {
        const errorFields = Buffer.from('SFATAL\0C28000\0Mgot through\0\0')
        const size = Buffer.alloc(4)
        size.writeInt32BE(errorFields.length + 4)
        secured.end(Buffer.concat([Buffer.from('E'), size, errorFields]))
      })
    })
  })

  return `postgres://me:password-of-mine@localhost:${await listening(server)}/x?sslmode=verify-full`
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
}

test('A database without a certificate of the named authority and name is refused', async () => {
  const root = `&sslrootcert=${join(folder, 'good.pem')}`
  await expect(connect(await databaseUnder(good))).rejects.toThrow(NOT_KNOWN)
  await expect(connect(`${await databaseUnder(good)}${root}`)).rejects.toThrow('got through')
  await expect(connect(`${await databaseUnder(selfSigned('localhost'))}${root}`)).rejects.toThrow(
    /self-signed/i,
  )

  const other = `&sslrootcert=${authority('other.pem', ofAnother)}`
  await expect(connect(`${await databaseUnder(ofAnother)}${other}`)).rejects.toThrow(/altnames/)

  const old = `&sslrootcert=${authority('old.pem', expired)}`
  await expect(connect(`${await databaseUnder(expired)}${old}`)).rejects.toThrow(/expired/)
})

test('In live a database elsewhere has its certificate checked, whatever its address says', () => {
  const far = 'postgres://me:a-long-password@db.example/candor'
  const sure = [
    `${far}?sslmode=verify-full`,
    `${far}?sslmode=verify-full&sslrootcert=/etc/ca.pem`,
    'postgres://me:x@localhost/candor',
    'postgres://me:x@127.0.0.1:5432/candor',
    'postgres://me:x@%2Fvar%2Frun/candor',
    'postgres:///candor?host=/var/run/postgresql',
  ]

  const unsure = [
    far,
    ...['disable', 'no-verify', 'prefer', 'require', 'verify-ca'].map(
      (mode) => `${far}?sslmode=${mode}`,
    ),
    `${far}?sslmode=verify-full&sslmode=no-verify`,
    `${far}?sslmode=verify-full&uselibpqcompat=true`,
    'postgres://me:x@localhost/candor?host=db.example',
    'no address',
  ]

  for (const url of sure) expect(findDatabaseLinkProblem(url), url).toBeNull()
  for (const url of unsure) expect(findDatabaseLinkProblem(url), url).toContain('live needs')
})

test('A password that others try first is known as such: a default, the login’s own name, a short one', () => {
  for (const password of [
    'postgres',
    'admin',
    'CHANGEME',
    'me',
    'elevenchars',
    'candor_server',
    'a-login-of-mine',
  ])
    expect(hasGuessablePassword(`postgres://a-login-of-mine:${password}@db/x`), password).toBe(true)

  expect(hasGuessablePassword('postgres://me:a3d1c0ffee77@db/x')).toBe(false)
  expect(
    hasGuessablePassword('postgres://me@db/x'),
    'none at all: by its socket or certificate',
  ).toBe(false)
})

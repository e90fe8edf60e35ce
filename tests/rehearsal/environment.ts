import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, PROJECT, runScript } from '../support/launcher.ts'
import { type RehearsalChains, startChains } from './chains.ts'
import type { Connection } from './client.ts'
import { createRehearsalClock, type RehearsalClock } from './clock.ts'
import { type RehearsalDatabase, startDatabase } from './database.ts'
import { startHttpsServer } from './https-server.ts'
import { type RehearsalMail, startMailServer } from './mail-server.ts'
import { startPriceStub } from './price-stub.ts'
import { waitFor } from './steps.ts'

const MINUTE_MS = 60_000
const SAMPLES = join(PROJECT, 'src/modules/compliance/samples')
const LISTS = ['ofac', 'un', 'eu'] as const
const MARK = '\n<!-- Invented for a rehearsal: no real person is named. -->\n'

/** Everything that the rehearsal starts on this machine, all of it in one folder. */
export type Environment = {
  folder: string
  clock: RehearsalClock
  database: RehearsalDatabase
  mail: RehearsalMail
  chains: RehearsalChains
  connection: Connection
  settings: Record<string, string>
  /** Runs one of npm's commands with the settings, at the time of the rehearsal. */
  runCommand(
    name: string,
    args?: string[],
    more?: Record<string, string>,
    typed?: string,
  ): Promise<string>
  startServer(): Promise<string>
  /** Lets hours pass on every machine, and on the chains. */
  advance(hours: number): Promise<void>
  /** Lets time pass until the minute is a multiple, when a job with that schedule runs. */
  advanceToMinute(multiple: number): Promise<void>
  stop(): Promise<void>
}

export async function startEnvironment(folder: string): Promise<Environment> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const one of stops.reverse())
      await one().catch((error) => process.stderr.write(`${error}\n`))
  }

  try {
    const clock = createRehearsalClock(folder)
    const database = await startDatabase(folder, clock)
    stops.push(database.stop)
    const mail = await startMailServer()
    stops.push(mail.stop)
    const prices = await startPriceStub(clock)
    stops.push(prices.stop)
    const chains = await startChains(clock)
    stops.push(chains.stop)
    const port = await freePort()
    const https = await startHttpsServer(port)
    stops.push(https.stop)

    const certificates = join(folder, 'certificates.pem')
    writeFileSync(certificates, [...prices.certificates, mail.certificate].join(''))
    const settings: Record<string, string> = {
      MODE: 'live',
      PORT: String(port),
      PUBLIC_URL: https.url,
      TRUST_PROXY: '1',
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.toUrl('server'),
      DATABASE_WATCHER_URL: database.toUrl('watch_server'),
      SECRET: randomBytes(32).toString('hex'),
      LOG_KEY: randomBytes(32).toString('hex'),
      DOCUMENT_KEYS: `first:${randomBytes(32).toString('hex')}`,
      IDENTITY_PROVIDER: 'desk',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Rehearsal <no-reply@rehearsal.example>',
      ALERT_MAIL: 'alerts@rehearsal.example',
      OPERATOR_NAME: 'Rehearsal Capital Ltd',
      BRAND_DIR: writeBrand(folder),
      SCREENING_LISTS: writeLists(folder),
      PRICE_FEEDS: 'kraken,coinbase',
      NODE_EXTRA_CA_CERTS: certificates,
      LOG_LEVEL: 'warn',
      ...prices.environment,
      ...chains.environment,
      ...clock.environment,
    }

    const advance = async (hours: number) => {
      clock.advance(hours)
      await chains.mine(1)
    }
    const server = createServerProcess(settings, folder)
    stops.push(server.stop)

    return {
      folder,
      clock,
      database,
      mail,
      chains,
      connection: { url: https.url, certificate: https.certificate },
      settings,
      runCommand: async (name, args = [], more = {}, typed = '') => {
        const { code, output } = await runScript(name, args, { ...settings, ...more }, typed)
        if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`)
        return output
      },
      startServer: server.start,
      advance,
      advanceToMinute: (multiple) =>
        advance((multiple - ((clock.now().getTime() / MINUTE_MS) % multiple)) / 60),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function createServerProcess(settings: Record<string, string>, folder: string) {
  let child: ChildProcess | undefined
  let output = ''

  return {
    start: async () => {
      const started = spawn(process.execPath, [join(PROJECT, 'scripts/start.js')], {
        cwd: PROJECT,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (part: Buffer) => {
          output += part
          writeFileSync(join(folder, 'server.log'), output)
        })
      await waitFor('the server is ready', async () => {
        if (started.exitCode !== null) throw new Error(`The server ended:\n${output}`)
        return /Ready at [\s\S]*(npm run go-live|missing|unknown|Open to members)/.test(output)
      })
      return output
    },
    stop: async () => {
      if (!child || child.exitCode !== null) return
      const ended = new Promise((resolve) => child?.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function writeBrand(folder: string): string {
  const brand = join(folder, 'brand')
  mkdirSync(brand)
  const operator = {
    address: '1 Rehearsal Street, Nowhere',
    email: 'office@rehearsal.example',
    registration: 'A rehearsal, which is not registered anywhere.',
  }
  writeFileSync(join(brand, 'brand.json'), JSON.stringify({ name: 'Rehearsal', operator }))

  return brand
}

/** Writes lists of invented people in the formats of the official ones. */
function writeLists(folder: string): string {
  return LISTS.map((name) => {
    const path = join(folder, `${name}.xml`)
    copyFileSync(join(SAMPLES, `${name}.xml`), path)
    writeFileSync(path, readFileSync(path, 'utf8') + MARK)
    return `${name}=${path}`
  }).join(',')
}

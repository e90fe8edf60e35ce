import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../scripts/build.js'

export const PROJECT = join(import.meta.dirname, '../..')

/**
 * What `npm start`, or another command that serves, runs, in a process group of its own like that
 * of a terminal.
 */
export type LaunchedProcess = {
  process: ChildProcess
  port: number
  /** Everything it printed so far. */
  output(): string
  ready(): Promise<void>
  /** Like the terminal's Ctrl-C: to every process of the group at once. */
  interrupt(): void
  exitCode(): Promise<number | null>
}

/** Below the limits of the hooks that wait, so that a process that hangs shows what it printed. */
const READY_MS = 150_000

export type LaunchOptions = {
  dataDir: string
  port?: number
  environment?: Record<string, string>
  /** One that serves; `start` by default. */
  script?: 'start' | 'web' | 'worker'
}

export async function launch(options: LaunchOptions): Promise<LaunchedProcess> {
  const port = options.port ?? (await freePort())
  if (options.script !== undefined) await ensureBuilt() // web and worker don't build

  const child = spawn(
    process.execPath,
    [join(PROJECT, `scripts/${options.script ?? 'start'}.js`)],
    {
      cwd: PROJECT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...plainEnvironment(),
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        CALLS_PER_PERSON: '0', // one machine plays everybody
        CALLS_PER_SOURCE: '0',
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        DATA_DIR: options.dataDir,
        ...options.environment,
      },
    },
  )

  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })

  const exit = once(child, 'close').then(([code]) => code as number | null)

  return {
    process: child,
    port,
    output: () => text,
    ready: async () => {
      const startedAt = Date.now()
      while (!/Ready( at|\. Background jobs)/.test(text)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`It ended:\n${text}`)
        if (Date.now() - startedAt > READY_MS) throw new Error(`It isn’t ready yet:\n${text}`)
        await pause(25)
      }
    },
    interrupt: () => {
      if (isRunning({ process: child })) process.kill(-(child.pid as number), 'SIGINT')
    },
    exitCode: () => exit,
  }
}

/** The test runner's own variables, `MODE` among them, aren't settings of the server. */
const plainEnvironment = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
})

export type ScriptResult = { code: number; output: string }

/**
 * One of npm's commands to its end, with nothing in the environment and on standard input but what
 * is given.
 */
export const runScript = (
  name: string,
  args: string[],
  environment: Record<string, string>,
  typed = '',
) =>
  new Promise<ScriptResult>((resolve) => {
    const script = join(PROJECT, `scripts/${name}.js`)
    const env = { ...plainEnvironment(), ...environment }
    const scriptArgs = [script, ...args]
    const child = execFile(
      process.execPath,
      scriptArgs,
      { env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        // a signal that ended it leaves no code
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    )

    child.stdin?.end(typed)
  })

/** Below the ports that Linux gives to outgoing connections: none of them takes a free one. */
const FREE_PORTS = { from: 12_000, count: 20_000 }

/** Returns a random port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FREE_PORTS.from + randomInt(FREE_PORTS.count)
    const server = createServer()
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!listening) continue

    server.close()
    await once(server, 'close')

    return port
  }
}

/**
 * Every process that was started with this folder in its command line, the server's own children
 * included.
 */
export function findProcesses(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readText(`/proc/${pid}/cmdline`).includes(folder))
    .map(Number)
}

/** Every process whose working directory is this folder or below it. */
export function findProcessesIn(folder: string): number[] {
  const readFolder = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`)
    } catch {
      return ''
    }
  }

  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `${readFolder(pid)}/`.startsWith(`${folder}/`))
    .map(Number)
}

/** The postmaster of a cluster and its children: what a power cut takes all at once. */
export function postgresProcesses(dataDir: string): number[] {
  const main = findProcesses(join(dataDir, 'postgres/cluster'))
  return [...main, ...findChildren(main)]
}

/** The processes that these processes started themselves. */
export const findChildren = (parents: number[]): number[] =>
  readdirSync('/proc')
    .filter((name) => {
      const parent = readText(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1]
      return parent !== undefined && parents.includes(Number(parent))
    })
    .map(Number)

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A folder for DATA_DIR that goes with the test, whatever still runs on it. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'candor-fault-'))
  return {
    path,
    remove: () => {
      for (const pid of findProcesses(path)) killHard(pid)
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** The embedded database's logins, for looking from outside. */
export function readOwnerUrl(dataDir: string): string {
  const { passwords } = JSON.parse(readFileSync(join(dataDir, 'postgres/login.json'), 'utf8'))
  const socket = encodeURIComponent(join(dataDir, 'postgres/run'))
  return `postgres://candor_owner:${passwords.owner}@${socket}:5432/candor`
}

/** Returns whether a process has not ended. */
export const isRunning = ({ process }: Pick<LaunchedProcess, 'process'>) =>
  process.exitCode === null && process.signalCode === null

/** Kills processes that still run, and waits until all of them have ended. */
export async function endProcesses(launched: readonly LaunchedProcess[]) {
  for (const one of launched) if (isRunning(one)) one.process.kill('SIGKILL')
  await Promise.all(launched.map((one) => one.exitCode()))
}

/**
 * kill -9 of a process that may have ended by itself a moment ago, as a backend of PostgreSQL does.
 */
export const killHard = (pid: number) => sendSignal(pid, 'SIGKILL')

/** Sends a signal to a process, unless it has ended; 0 only asks. Returns whether it runs. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

export const isRunningProcess = (pid: number) => sendSignal(pid, 0)
